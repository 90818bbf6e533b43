import type { z } from 'zod';
import type { Settings } from '#sessions/settings.ts';
import type { StartedRun, WorkflowDesk } from '#workflow/desk.ts';
import type { Draft, DraftOptions } from '#workflow/record/draft.ts';
import type { RunOptions } from '#workflow/run-workflow.ts';
import type { ShownWorkflow } from '#workflow/shown-workflow.ts';
import type { Workflow } from '#workflow/step.ts';
import type { Log } from './log.ts';

/** One tool of a face, as clients list it. */
export interface HostedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodType;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** A procedure by its name; `body` is Markdown. */
export interface HostedSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export interface HostedReply {
  readonly text: string;
  readonly isError: boolean;
  /** Pictures that come with the text, as base64. */
  readonly images?: readonly { readonly data: string; readonly mimeType: string }[];
  /** The gate at which the call waits for a person's word; once it is given, the same call goes through. */
  readonly approval?: string | undefined;
}

/** Actions that a person is asked about together. */
export interface HostedGate {
  readonly gate: string;
  /** Answers it, once. Never shown to a model. */
  readonly token: string;
  readonly session: string;
  /** ISO 8601. */
  readonly askedAt: string;
  readonly expiresAtMs: number;
  /** Hash of a redacted picture of the page, if one could be taken. */
  readonly picture: string | null;
  readonly actions: readonly {
    readonly operation: string;
    readonly description: string;
    readonly effect: string;
    readonly origin: string;
    readonly destination: string | null;
    readonly rule: string;
  }[];
}

/** What waits for a person's word. */
export interface HostedApprovals {
  waiting(filter: { owner?: string; gate?: string }): Promise<readonly HostedGate[]>;
  /** @throws invalid_arguments for a token that answers nothing that waits. */
  answer(token: string, approve: boolean, by: string): Promise<HostedGate>;
  /** The bytes of a gate's picture, as PNG. */
  picture(hash: string): Promise<Uint8Array>;
}

/** What a transport needs of a session: that it has a name, can be closed, and be taken over by a person. */
export interface HostedSession {
  readonly id: string;
  readonly name: string;
  /** Who has taken it over from the model; nobody when absent. */
  readonly lockedBy: string | undefined;
  lock(by: string): Promise<void>;
  unlock(): Promise<void>;
  close(reason: string): Promise<void>;
}

/** A face as a transport sees it. `call` never throws for what a caller did wrong: that is a reply. */
export interface HostedFace<S extends HostedSession = HostedSession> {
  readonly name: string;
  readonly instructions: string;
  readonly tools: readonly HostedTool[];
  /** Procedures that a client can load when they are needed; none when absent. */
  readonly skills?: readonly HostedSkill[];
  /** Why a tool that is not listed cannot be called, for one that is only switched off. Throws that. */
  requireOn?(tool: string): void;
  call(session: S, tool: string, args: unknown, options: HostedCallOptions): Promise<HostedReply>;
}

export interface HostedCallOptions {
  readonly signal?: AbortSignal;
  /** Hears how far a long call has come. */
  readonly onProgress?: (progress: {
    readonly done: number;
    readonly total: number;
    readonly said: string;
  }) => void;
}

/** One thing that was looked at: is it well, what was seen, and what mends it. */
export interface HealthCheck {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly remedy?: string;
}

/**
 * The broker as a transport sees it. `open` gives the owner's session of that name, or a new one; a session
 * that was lost is told to its owner by the next call.
 */
export interface HostedBroker<S extends HostedSession = HostedSession> {
  open(owner: string, options?: { name?: string }): Promise<S>;
  find(owner: string, name: string): S | undefined;
  /** The open sessions of an owner. */
  sessionsOf(owner: string): readonly HostedSession[];
  readonly approvals: HostedApprovals;
  ready(): Promise<{ readonly ok: boolean; readonly checks: readonly HealthCheck[] }>;
  close(): Promise<void>;
}

/** Saved workflows as a transport sees them. */
export interface HostedWorkflows<S extends HostedSession = HostedSession> {
  readonly face: HostedFace<S>;
  readonly desk: HostedDesk<S>;
}

/** What a transport does with saved workflows; each method throws what the desk's does. */
export interface HostedDesk<S extends HostedSession = HostedSession>
  extends Pick<WorkflowDesk, 'list' | 'named' | 'find' | 'cancel' | 'runs' | 'run' | 'save'> {
  draft(session: S, options: DraftOptions): Promise<Draft>;
  show(session: S, source: string): ShownWorkflow;
  start(session: S, workflow: Workflow, options: RunOptions): StartedRun;
}

/** A broker with the face that speaks for its sessions. */
export interface Host<S extends HostedSession = HostedSession> {
  readonly broker: HostedBroker<S>;
  readonly face: HostedFace<S>;
  /** The face that runs saved workflows and does nothing else; none where no folder of them was named. */
  readonly workflows?: HostedWorkflows<S>;
}

export interface HostSurroundings {
  /** Ports of this process, which no page may reach whatever the hosts say. */
  readonly ownPorts: ReadonlySet<number>;
  readonly log: Log;
}

/** Starts the inside. Called once a process, after the settings are read. */
export type OpenHost = (settings: Settings, surroundings: HostSurroundings) => Promise<Host>;
