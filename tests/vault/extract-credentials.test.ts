import { expect, test } from 'vitest';
import { type ExtractedCredential, extractCredentials, PLACEHOLDER } from '#vault/extract-credentials.ts';
import { LABEL_KINDS, type Lexicon } from '#vault/lexicon/lexicon.ts';
import { LEXICONS } from '#vault/lexicon/lexicons.ts';
import { proves } from '../spec/proves.ts';

function plain(credential: ExtractedCredential): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credential).map(([field, value]) => [
      field,
      typeof value === 'string' ? value : value.reveal(),
    ]),
  );
}

function read(text: string) {
  const { text: out, credentials } = extractCredentials(text);
  return { out, found: credentials.map(plain) };
}

const SAME = { host: 'telepass.com', username: 'xxxxx', password: 'yyyyy' };

proves(['S-15', 'S-16', 'S-O24'], 'both sentences give the same record, and neither value is left', () => {
  expect(read('credenziali di telepass.com, utente xxxxx, password yyyyy')).toEqual({
    found: [SAME],
    out: 'credenziali di telepass.com, utente <REDACTED:cred>, password <REDACTED:cred>',
  });
  expect(read('ricorda credenziali telepass.com usr:xxxxx, pwd:yyyyy')).toEqual({
    found: [SAME],
    out: 'ricorda credenziali telepass.com usr:<REDACTED:cred>, pwd:<REDACTED:cred>',
  });
});

/** What people write, and what it holds. */
const TOLD: readonly (readonly [string, readonly Record<string, string>[]])[] = [
  ['user:x pass:y', [{ username: 'x', password: 'y' }]],
  ['usr:a,pwd:b,c!d', [{ username: 'a', password: 'b,c!d' }]],
  ['user = a; password = b;c', [{ username: 'a', password: 'b;c' }]],
  ['USER: a PASSWORD: B', [{ username: 'a', password: 'B' }]],
  [
    'password: "a b, c" user "Mario Rossi" site telepass.com',
    [{ host: 'telepass.com', username: 'Mario Rossi', password: 'a b, c' }],
  ],
  ["user 'o'neil' pass 'it''", [{ username: "o'neil", password: "it'" }]],
  ['password: «due parole», utente: „Anna Maria“', [{ username: 'Anna Maria', password: 'due parole' }]],
  ['user: password pass: user', [{ username: 'password', password: 'user' }]],
  ['login bob password: pass:word1', [{ username: 'bob', password: 'pass:word1' }]],
  ['password:\nhunter2', [{ password: 'hunter2' }]],
  ['user: a@b.com password: c', [{ username: 'a@b.com', password: 'c' }]],
  ['(user: a, password: b)', [{ username: 'a', password: 'b' }]],
  [
    'senha é segredo1 do usuário maria em portal.com.br',
    [{ host: 'portal.com.br', username: 'maria', password: 'segredo1' }],
  ],
  ['Utilizador: rui, palavra-passe: x9', [{ username: 'rui', password: 'x9' }]],
  ['contraseña «clave con espacios», usuario ana', [{ username: 'ana', password: 'clave con espacios' }]],
  ['identifiant : jean, mot de passe : s3cr3t', [{ username: 'jean', password: 's3cr3t' }]],
  [
    'Zugangsdaten für bank.de: Benutzername max, Kennwort lautet geheim1.',
    [{ host: 'bank.de', username: 'max', password: 'geheim1' }],
  ],
  ['nama pengguna budi, kata sandi rahasia1', [{ username: 'budi', password: 'rahasia1' }]],
  ['用户名：张三，密码：abc123', [{ username: '张三', password: 'abc123' }]],
  [
    '记住telepass.com的账号是bob密码是abc123',
    [{ host: 'telepass.com', username: 'bob', password: 'abc123' }],
  ],
  ['账号bob密码abc123', [{ username: 'bob', password: 'abc123' }]],
  [
    'utente mario password x otp 123456 per telepass.com',
    [{ host: 'telepass.com', username: 'mario', password: 'x', otp: '123456' }],
  ],
  ['user a pass b totp: JBSWY3DPEHPK3PXP', [{ username: 'a', password: 'b', totp: 'JBSWY3DPEHPK3PXP' }]],
  [
    'segreto: otpauth://totp/a?secret=JBSWY3DPEHPK3PXP',
    [{ totp: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' }],
  ],
  ['token: abc-def', [{ token: 'abc-def' }]],
  ['http://127.0.0.1:8080/login user a psw b', [{ host: '127.0.0.1:8080', username: 'a', password: 'b' }]],
  [
    'a.com user u1 pass p1\nb.com user u2 pass p2, user u3 pass p3',
    [
      { host: 'a.com', username: 'u1', password: 'p1' },
      { host: 'b.com', username: 'u2', password: 'p2' },
      { host: 'b.com', username: 'u3', password: 'p3' },
    ],
  ],
  [
    'user u1 pass p1 for a.com. user u2 pass p2 for b.com',
    [
      { host: 'a.com', username: 'u1', password: 'p1' },
      { host: 'b.com', username: 'u2', password: 'p2' },
    ],
  ],
];

proves(
  ['S-15', 'S-16', 'S-17'],
  'free wording in eight languages is understood, and no secret is left in the text',
  () => {
    const otherwise = TOLD.filter(
      ([text, expected]) => JSON.stringify(sorted(read(text).found)) !== JSON.stringify(sorted(expected)),
    );
    expect(otherwise.map(([text]) => ({ text, ...read(text) }))).toEqual([]);
    for (const [text, expected] of TOLD) {
      const { out } = read(text);
      const values = expected.reduce((sum, { host, ...fields }) => sum + Object.keys(fields).length, 0);
      expect(out.split(PLACEHOLDER).length - 1, text).toBe(values);
      for (const { password = '', totp = '' } of expected) {
        for (const secret of [password, totp])
          if (secret.length > 3 && secret !== 'user') expect(out).not.toContain(secret);
      }
    }
  },
);

proves('S-16', 'talk about credentials is left as it is, to the letter', () => {
  for (const text of [
    '',
    'I forgot my password yesterday',
    'la password è sbagliata',
    'Where is the user list of telepass.com?',
    'login to telepass.com please',
    'my token limit is 5',
    'Das Passwort ist falsch',
    '密码错误',
    'password\nuser: x',
    'open https://portal.example.com/users?id=7 and read the code of conduct',
    'The site is telepass.com.',
  ]) {
    expect(extractCredentials(text)).toEqual({ text, credentials: [] });
  }
});

proves('S-16', 'a secret that stands in the text a second time goes there too', () => {
  expect(read('user a pass Hunter2! (I mean Hunter2!)').out).toBe(
    'user <REDACTED:cred> pass <REDACTED:cred> (I mean <REDACTED:cred>)',
  );
});

proves('S-16', 'what was extracted prints as no secret', () => {
  const { credentials } = extractCredentials('user a pass Hunter2!');
  expect(JSON.stringify(credentials)).not.toContain('Hunter2!');
});

proves('S-17', 'a label in a language of its own is data alone', () => {
  const finnish: Lexicon = {
    locale: 'fi',
    labels: { username: ['käyttäjätunnus'], password: ['salasana'] },
    announcements: ['tunnukset'],
    joiners: ['on'],
    notValues: [],
  };
  const text = 'telepass.com käyttäjätunnus on aino, salasana on kissa1';
  expect(read(text).found).toEqual([]);
  const { credentials } = extractCredentials(text, { lexicons: [...LEXICONS, finnish] });
  expect(credentials.map(plain)).toEqual([{ host: 'telepass.com', username: 'aino', password: 'kissa1' }]);
});

test('every label of every lexicon that ships is recognised', () => {
  expect(LEXICONS.map(({ locale }) => locale)).toEqual([
    'und',
    'en',
    'it',
    'pt',
    'es',
    'fr',
    'de',
    'zh',
    'id',
  ]);
  const value = { username: 'zz1', password: 'zz1', code: '123456', token: 'zz-999', host: 'bank.com' };
  for (const { locale, labels } of LEXICONS) {
    for (const kind of LABEL_KINDS) {
      for (const label of labels[kind] ?? []) {
        const other = kind === 'password' ? 'user: abc' : 'password: abc';
        const { out, found } = read(`${label}: ${value[kind]} ${other}`);
        if (kind === 'host') expect(found[0]?.['host'], `${locale} ${label}`).toBe('bank.com');
        else
          expect(out, `${locale} ${label}`).toBe(
            `${label}: ${PLACEHOLDER} ${other.replace('abc', PLACEHOLDER)}`,
          );
      }
    }
  }
});

test('a long text does not hang it', () => {
  const text = `${'password user telepass.com "\' 密码 '.repeat(3_000)}`;
  expect(extractCredentials(text).text).toContain('telepass.com');
});

function sorted(records: readonly Record<string, string>[]): unknown {
  return records.map((record) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)));
}
