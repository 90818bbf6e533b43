import { domainToUnicode } from 'node:url';

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Georgian',
  'Cherokee',
  'Hebrew',
  'Arabic',
  'Devanagari',
  'Bengali',
  'Tamil',
  'Thai',
  'Lao',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
] as const;
type Script = (typeof SCRIPTS)[number];

const MATCHES: readonly (readonly [Script, RegExp])[] = SCRIPTS.map((script) => [
  script,
  new RegExp(`\\p{Script=${script}}`, 'u'),
]);

/** Scripts that are written together. @see Unicode Technical Standard 39, "highly restrictive" */
const TOGETHER: readonly ReadonlySet<Script>[] = [
  new Set<Script>(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set<Script>(['Latin', 'Han', 'Bopomofo']),
  new Set<Script>(['Latin', 'Han', 'Hangul']),
];

/** The first label of a host that mixes scripts which nobody writes together, and those scripts. */
export function mixedLabelOf(
  host: string,
): { readonly label: string; readonly scripts: readonly string[] } | undefined {
  for (const label of domainToUnicode(host).split('.')) {
    const scripts = MATCHES.filter(([, matches]) => matches.test(label)).map(([script]) => script);
    if (scripts.length > 1 && !TOGETHER.some((set) => scripts.every((script) => set.has(script)))) {
      return { label, scripts };
    }
  }
  return undefined;
}

/** Letters of other scripts, and pairs and digits of our own, that look like plain letters. */
const LOOKS_LIKE: readonly (readonly [like: string, letters: string])[] = [
  ['a', 'аαɑ'],
  ['b', 'ьвƅ'],
  ['c', 'сϲⅽ'],
  ['d', 'ԁɗ'],
  ['e', 'еєҽ℮'],
  ['f', 'ғƒ'],
  ['g', 'ɡցġ'],
  ['h', 'һհн'],
  ['i', 'іıɩιӏ1l|!'],
  ['j', 'јϳ'],
  ['k', 'кκқ'],
  ['m', 'мϻ'],
  ['n', 'пողηռ'],
  ['o', 'оοօσ0ө'],
  ['p', 'рρ'],
  ['q', 'ԛզ'],
  ['r', 'гɾʀ'],
  ['s', 'ѕʂ5'],
  ['t', 'тτ'],
  ['u', 'υսʋцμ'],
  ['v', 'ѵνƴ'],
  ['w', 'ԝшωա'],
  ['x', 'хχ'],
  ['y', 'уүγყ'],
  ['z', 'ʐᴢ'],
];
const PLAIN = new Map(LOOKS_LIKE.flatMap(([like, letters]) => [...letters].map((letter) => [letter, like])));

/** The one of `hosts` that `host` could be taken for by eye, if it is not that very one. */
export function lookalikeOf(host: string, hosts: readonly string[]): string | undefined {
  const shape = shapeOf(host);
  return hosts.find((known) => known !== host && shapeOf(known) === shape);
}

function shapeOf(host: string): string {
  const bare = domainToUnicode(host).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = [...bare].map((letter) => PLAIN.get(letter) ?? letter).join('');
  return plain.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('-', '').replace(/\.$/, '');
}
