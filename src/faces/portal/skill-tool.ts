import { z } from 'zod';
import { isPortolanError } from '#kernel/error.ts';
import type { Language } from '#sessions/settings.ts';
import { checkArgs } from './check-args.ts';
import type { PortalFace } from './face.ts';
import { portalNote } from './note.ts';
import { replyToFailure } from './reply.ts';
import { type Skill, shippedSkills, skillNamed } from './skills.ts';

const NAME = 'browser_skill';
const SCHEMA = z.strictObject({ name: z.string().min(1) });

const POINTER: Readonly<Record<Language, (name: string) => string>> = {
  en: (name) => `- More than opening a page and reading a value: open the skill ${name} with ${NAME}.`,
  pt: (name) => `- Mais que abrir uma página e ler um valor: abra a skill ${name} com ${NAME}.`,
};

/** What a session's owner chose: the language of our words, and the skills of its agents. */
export interface AttachedSkills {
  readonly language: Language;
  /** Names; all that ship when absent, none when empty. */
  readonly skills?: readonly string[];
}

export interface FaceWithSkills extends PortalFace {
  readonly skills: readonly Skill[];
}

/**
 * A face with the note in its language and with the skills that were attached. Of a skill only name and
 * description stand in what clients load; the body is handed over when the model opens it. Without a skill
 * the face is as it was, without the tool that opens one.
 *
 * @throws invalid_arguments for a skill that does not ship.
 */
export function withSkills(face: PortalFace, { language, skills: names }: AttachedSkills): FaceWithSkills {
  const all = shippedSkills();
  const skills = names === undefined ? all : names.map((name) => skillNamed(all, name));
  const note = portalNote(language);
  const pointed = skills.find((skill) => skill.name === HOUSE_SKILL[language]) ?? skills[0];
  if (pointed === undefined) return { ...face, instructions: note, skills };
  const tool = skillTool(skills);
  return {
    ...face,
    instructions: `${note}\n${POINTER[language](pointed.name)}`,
    skills,
    tools: [...face.tools, tool],
    call: async (session, name, args, options) =>
      name === NAME
        ? await tool.call(session, args, undefined)
        : await face.call(session, name, args, options),
  };
}

const HOUSE_SKILL: Readonly<Record<Language, string>> = {
  en: 'portal-navigation',
  pt: 'navegacao-de-portal',
};

function skillTool(skills: readonly Skill[]): PortalFace['tools'][number] {
  const listed = {
    name: NAME,
    title: 'Open a skill',
    description: `Opens a procedure by its name. ${skills.map(({ name, description }) => `${name}: ${description}`).join(' ')}`,
    inputSchema: SCHEMA,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  return {
    ...listed,
    call: async (session, args) => {
      try {
        const { name } = SCHEMA.parse(checkArgs(listed, args));
        return { text: skillNamed(skills, name).body, isError: false };
      } catch (error) {
        if (!isPortolanError(error)) throw error;
        return await replyToFailure(session, error, 'none');
      }
    },
  };
}
