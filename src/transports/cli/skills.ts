import { shippedSkills, skillNamed } from '#faces/portal/skills.ts';

/** `portolan skills [name]`: the skills that ship, or the text of one. */
export function printSkills(name: string | undefined, { json }: { json: boolean }): void {
  const skills = shippedSkills();
  if (name !== undefined) {
    const skill = skillNamed(skills, name);
    console.log(json ? JSON.stringify(skill) : skill.body.trimEnd());
    return;
  }
  const index = skills.map((skill) => ({ name: skill.name, description: skill.description }));
  console.log(
    json ? JSON.stringify(index) : index.map((entry) => `${entry.name}\n  ${entry.description}`).join('\n'),
  );
}
