import { check } from '#operations/check.ts';
import { select } from '#operations/select.ts';
import { type } from '#operations/type.ts';
import { upload } from '#operations/upload.ts';
import { parseRef } from '#snapshot/ref.ts';
import { type MemberContext, member, Refused } from './member.ts';

const CHECKABLE = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const CHOOSABLE = new Set(['combobox', 'listbox']);

export const FORM_MEMBERS = [
  member('form_input', { acts: true }, async (context, { target, value }) => {
    const ref = context.ref(target.ref);
    const role = await roleOf(context, ref);
    const result = CHECKABLE.has(role)
      ? await context.run(check, { ref, checked: asChecked(target.ref, role, value) })
      : typeof value === 'boolean'
        ? refuseBoolean(target.ref, role)
        : CHOOSABLE.has(role)
          ? await context.run(select, { ref, values: [String(value)] })
          : await context.run(type, { ref, text: String(value) });
    return { text: `Set the value of ${target.ref}.`, outcome: result.outcome };
  }),
  member('file_upload', { acts: true }, async (context, { target, paths = [], document_ids: ids = [] }) => {
    if (paths.length + ids.length === 0)
      throw new Refused('Error: file_upload needs paths or document_ids: give at least one.');
    const documents = ids.map((id) => {
      const path = context.documents.get(id);
      if (path === undefined) throw new Refused('Error: document not in the upload allowlist');
      return path;
    });
    for (const path of paths) requirePlainPath(path);
    const ref = context.ref(target.ref);
    const { outcome } = await context.run(upload, { ref, paths: [...paths, ...documents] });
    const count = paths.length + documents.length;
    return { text: `Uploaded ${count} file${count === 1 ? '' : 's'} to ${target.ref}.`, outcome };
  }),
] as const;

async function roleOf({ session }: MemberContext, ref: string): Promise<string> {
  return (await session.seen()).shownOf(ref, parseRef(ref).generation)?.role ?? '';
}

function asChecked(name: string, role: string, value: string | number | boolean): boolean {
  if (typeof value === 'boolean') return value;
  throw new Refused(`Error: ${name} is a ${role}: its value is true or false.`);
}

function refuseBoolean(name: string, role: string): never {
  throw new Refused(
    `Error: ${name} is ${role === '' ? 'no checkbox' : `a ${role}`}: its value is a text or a number, not true or false.`,
  );
}

function requirePlainPath(path: string): void {
  if (path === '' || path.includes('\0'))
    throw new Refused('Error: file_upload path is empty or contains a NUL byte');
  if (path.split(/[\\/]/).includes('..'))
    throw new Refused("Error: file_upload path must not contain a '..' component");
}
