import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ACTION_ERRORS } from '#actions/errors.ts';
import { BROWSER_ERRORS } from '#browser/errors.ts';
import { portalFace } from '#faces/portal/face.ts';
import { withSkills } from '#faces/portal/skill-tool.ts';
import { parseSkill, shippedSkills, skillNamed } from '#faces/portal/skills.ts';
import { KERNEL_ERRORS } from '#kernel/errors.ts';
import { PACKAGE_ROOT } from '#kernel/package-root.ts';
import { POLICY_ERRORS } from '#policy/errors.ts';
import { SESSION_ERRORS } from '#sessions/errors.ts';
import { SNAPSHOT_ERRORS } from '#snapshot/errors.ts';
import { proves } from '../spec/proves.ts';

const NAMES = ['navegacao-de-portal', 'portal-navigation'];

/** Codes that reach no model: they are of the transports' edge. */
const OF_THE_EDGE = ['session_required', 'shutting_down', 'duplicate_operation'];

const PARTS: Readonly<Record<string, readonly string[]>> = {
  'navegacao-de-portal': [
    'Reconhecimento de página',
    'Formulários com campos que mudam a estrutura',
    'Paginação de resultados',
    'Extração fiel de valores',
    'Recuperação por tipo de erro',
    'Quando pedir ajuda',
  ],
  'portal-navigation': [
    'Page reconnaissance',
    'Forms whose fields change the structure',
    'Pagination of results',
    'Faithful extraction of values',
    'Recovery by type of error',
    'When to ask for help',
  ],
};

function bodyOf(name: string): string {
  return skillNamed(shippedSkills(), name).body;
}

/** Codes in the first column of the recovery table. */
function recoveredCodes(body: string): readonly string[] {
  const rows = body.split('\n').filter((line) => line.startsWith('| `'));
  return rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, code = '']) => code),
  );
}

proves('P-70', 'the procedure ships under its name, with an English twin', () => {
  expect(shippedSkills().map(({ name }) => name)).toEqual(NAMES);
});

proves('P-71', 'the skills are files under version control', () => {
  const tracked = execFileSync('git', ['ls-files', 'skills'], { cwd: PACKAGE_ROOT, encoding: 'utf8' });
  expect(tracked.trim().split('\n')).toEqual(NAMES.map((name) => `skills/${name}/SKILL.md`));
});

proves('P-72', 'each skill has the six parts', () => {
  for (const name of NAMES) {
    const heads = [...bodyOf(name).matchAll(/^## \d\. (.+)$/gm)].map(([, head]) => head);
    expect(heads).toEqual(PARTS[name]);
  }
});

test('the recovery table has a row for every code a model can get, the same in both languages', () => {
  const catalogues = [
    ACTION_ERRORS,
    BROWSER_ERRORS,
    KERNEL_ERRORS,
    POLICY_ERRORS,
    SESSION_ERRORS,
    SNAPSHOT_ERRORS,
  ];
  const codes = catalogues.flatMap((catalogue) => Object.keys(catalogue));
  const [portuguese, english] = NAMES.map((name) => recoveredCodes(bodyOf(name)));
  expect(english).toEqual(portuguese);
  expect(codes.filter((code) => !OF_THE_EDGE.includes(code) && !english?.includes(code))).toEqual([]);
});

proves(
  ['P-73', 'P-75'],
  'only name and description stand in what a client loads, and only of attached skills',
  () => {
    const loaded = (skills?: readonly string[]) => {
      const { instructions, tools } = withSkills(portalFace, {
        language: 'en',
        ...(skills ? { skills } : {}),
      });
      return instructions + tools.map(({ name, description }) => `${name} ${description}`).join('\n');
    };
    for (const { name, description, body } of shippedSkills()) {
      expect(loaded()).toContain(`${name}: ${description}`);
      for (const line of body.split('\n').filter((each) => each.length > 40))
        expect(loaded()).not.toContain(line);
    }
    expect(loaded(['navegacao-de-portal'])).toContain('navegacao-de-portal');
    expect(loaded(['navegacao-de-portal'])).not.toContain('portal-navigation');
    expect(loaded([])).not.toContain('browser_skill');
  },
);

proves('P-75', 'each skill says when to attach it', () => {
  expect(bodyOf('navegacao-de-portal')).toContain(
    'Anexe esta skill a agents de portal quando a tarefa for mais longa',
  );
  expect(bodyOf('portal-navigation')).toContain('Attach this skill to portal agents when the task is longer');
});

test('a skill that does not ship cannot be attached', () => {
  expect(() => withSkills(portalFace, { language: 'en', skills: ['seamanship'] })).toThrow(
    /There is no skill "seamanship"/,
  );
});

test('a skill file without its description is refused', () => {
  expect(() => parseSkill('---\nname: bare\n---\n\ntext')).toThrow();
});
