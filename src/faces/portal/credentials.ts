import { cleanText } from '#kernel/untrusted-text.ts';
import type { Language } from '#sessions/settings.ts';
import type { PortalFace } from './face.ts';
import { loginRule } from './note.ts';

/** What may be shown of a credential. */
export interface ListedCredential {
  readonly id: string;
  readonly hosts: readonly string[];
}

/** Most bytes of the section, so that it and the note together stay within 2,000. */
const LIMIT_BYTES = 480;

const WORDS = {
  en: {
    title: 'Credentials (id: hosts)',
    more: (count: number) => `- and ${count} more: ask the user for the id`,
  },
  pt: {
    title: 'Credenciais (id: hosts)',
    more: (count: number) => `- e mais ${count}: peça o id ao usuário`,
  },
} as const;

/**
 * The section of the instructions that lists what a session can sign in with: ids and hosts, and nothing else of
 * them. Empty without any.
 */
export function credentialSection(credentials: readonly ListedCredential[], language: Language): string {
  if (credentials.length === 0) return '';
  const { title, more } = WORDS[language];
  const lines = credentials.map(
    ({ id, hosts }) => `- ${cleanText(id).text}: ${hosts.map((host) => cleanText(host).text).join(', ')}`,
  );
  const head = [loginRule(language), title];
  const kept: string[] = [];
  for (const line of lines) {
    const left = lines.length - kept.length - 1;
    const text = [...head, ...kept, line, ...(left > 0 ? [more(left)] : [])].join('\n');
    if (Buffer.byteLength(text) > LIMIT_BYTES) break;
    kept.push(line);
  }
  const rest = lines.length - kept.length;
  return [...head, ...kept, ...(rest > 0 ? [more(rest)] : [])].join('\n');
}

/**
 * A face whose instructions list the credentials of the attached vaults, as they are when somebody connects.
 *
 * @param list - reads the vaults; when they cannot be read the section is left out.
 */
export async function withCredentials<Face extends PortalFace>(
  face: Face,
  list: () => Promise<readonly ListedCredential[]>,
  language: Language,
): Promise<Face> {
  let section = await read();
  async function read(): Promise<string> {
    return await list().then(
      (credentials) => credentialSection(credentials, language),
      () => '',
    );
  }
  return {
    ...face,
    get instructions() {
      const now = section;
      void read().then((next) => {
        section = next;
      });
      return now === '' ? face.instructions : `${face.instructions}\n${now}`;
    },
  };
}
