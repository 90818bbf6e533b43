import { createPortalFace } from '#faces/portal/face.ts';
import { type FaceWithSkills, withSkills } from '#faces/portal/skill-tool.ts';
import type { Session } from '#sessions/session.ts';
import { listedTools, type ToolEntry } from '#transports/tool-list.ts';

/** What a model reads of one tool call. */
export interface ToolReply {
  readonly text: string;
  readonly isError: boolean;
  /** Pictures that come with the text, as base64. */
  readonly images?: readonly { readonly data: string; readonly mimeType: string }[];
}

/** The tools of a session, for a program that lets a model call them. */
export class SessionTools {
  readonly #face: FaceWithSkills;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    this.#face = withSkills(createPortalFace(session.settings), session.settings);
  }

  /** The rules that belong in the model's prompt. */
  get instructions(): string {
    return this.#face.instructions;
  }

  /** Name, description and JSON Schema of each tool that is on. */
  get list(): readonly ToolEntry[] {
    return listedTools(this.#face);
  }

  /** Calls a tool with what the model gave. A refusal is a reply with `isError`, in words for the model. */
  async call(
    name: string,
    args: unknown,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<ToolReply> {
    return await this.#face.call(this.#session, name, args, options);
  }
}
