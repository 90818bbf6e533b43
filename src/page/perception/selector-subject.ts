/**
 * What the last compound of a selector asks of its subject, as tokens of an index: `.class`, `#id`, a tag,
 * `[attribute`, `:host`, or `*` when nothing narrows it. The index is a superset, so one token an alternative is enough.
 */
export function subjectTokens(selectorText: string): string[] {
  const tokens: string[] = [];
  for (const alternative of splitTop(selectorText, ','))
    tokens.push(...tokensOfCompound(lastCompound(alternative)));
  return tokens;
}

function splitTop(text: string, separator: string): string[] {
  if (!text.includes('(') && !text.includes('[')) return text.split(separator);
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '\\') index++;
    else if (mark === '(' || mark === '[') depth++;
    else if (mark === ')' || mark === ']') depth--;
    else if (mark === separator && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function lastCompound(selector: string): string {
  const text = selector.trim();
  let depth = 0;
  for (let index = text.length - 1; index >= 0; index--) {
    const mark = text[index];
    if (text[index - 1] === '\\') continue;
    if (mark === ')' || mark === ']') depth++;
    else if (mark === '(' || mark === '[') depth--;
    else if (depth === 0 && (mark === ' ' || mark === '>' || mark === '+' || mark === '~'))
      return text.slice(index + 1);
  }
  return text;
}

const unescapeName = (text: string) =>
  text.replace(/\\([0-9a-fA-F]{1,6}) ?|\\(.)/g, (_, hex: string | undefined, plain: string | undefined) =>
    hex ? String.fromCodePoint(Number.parseInt(hex, 16)) : (plain ?? ''),
  );

const NAME = '((?:[\\w-]|[^\\x00-\\x7f]|\\\\.)+)';
const CLASS = new RegExp(`\\.${NAME}`);
const ID = new RegExp(`#${NAME}`);
const TAG = new RegExp(`^${NAME}`);
const ATTRIBUTE = new RegExp(`\\[${NAME}`);

/** Stands for whatever element has the shadow tree that the rule is in. */
export const HOST_TOKEN = ':host';

function tokensOfCompound(compound: string): string[] {
  if (/^:host(?:-context)?(?![\w-])/.test(compound)) return [HOST_TOKEN];
  const outer = compound.replace(/:[\w-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');
  const byClass = CLASS.exec(outer.replace(/\[[^\]]*\]/g, ''));
  if (byClass?.[1]) return [`.${unescapeName(byClass[1])}`];
  const byId = ID.exec(outer.replace(/\[[^\]]*\]/g, ''));
  if (byId?.[1]) return [`#${unescapeName(byId[1])}`];
  const byAttribute = ATTRIBUTE.exec(outer);
  if (byAttribute?.[1]) return [`[${unescapeName(byAttribute[1])}`];
  const byTag = TAG.exec(outer);
  if (byTag?.[1]) return [unescapeName(byTag[1]).toLowerCase()];
  const inner = /:(?:is|where|-webkit-any)\((.*)\)|::slotted\((.*)\)/.exec(compound);
  const alternatives = inner?.[1] ?? inner?.[2];
  return alternatives === undefined ? ['*'] : subjectTokens(alternatives);
}
