import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#kernel/errors.ts';
import { PACKAGE_ROOT, readShipped } from '#kernel/package-root.ts';

/** What stands of a skill in a prompt. */
export interface SkillIndexEntry {
  readonly name: string;
  readonly description: string;
}

/** A procedure that a model reads when it needs it. */
export interface Skill extends SkillIndexEntry {
  /** Markdown, without the front matter. */
  readonly body: string;
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n+/;
const INDEX = z.object({ name: z.string().min(1), description: z.string().min(1) });

let shipped: readonly Skill[] | undefined;

/** The skills that ship with the package, by name. */
export function shippedSkills(): readonly Skill[] {
  shipped ??= readdirSync(join(PACKAGE_ROOT, 'skills'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => parseSkill(readShipped(`skills/${name}/SKILL.md`)))
    .sort((one, other) => one.name.localeCompare(other.name));
  return shipped;
}

/**
 * The skill of this name.
 *
 * @throws invalid_arguments, with the names there are.
 */
export function skillNamed(skills: readonly Skill[], name: string): Skill {
  const found = skills.find((skill) => skill.name === name);
  if (found) return found;
  throw fail('invalid_arguments', `There is no skill ${JSON.stringify(name)}.`, {
    remedy: `Skills: ${skills.map((skill) => skill.name).join(', ') || 'none'}.`,
  });
}

/** Reads a skill file: lines of `key: value` between `---`, then Markdown. */
export function parseSkill(text: string): Skill {
  const head = FRONT_MATTER.exec(text.replaceAll('\r\n', '\n'));
  const fields = (head?.[1] ?? '').split('\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  const index = INDEX.parse(Object.fromEntries(fields));
  return { ...index, body: text.replaceAll('\r\n', '\n').replace(FRONT_MATTER, '') };
}
