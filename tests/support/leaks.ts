/** Every way in which an output could hold a value, found without the product's own patterns. */
export function leaksOf(value: string, output: string): readonly string[] {
  const found: string[] = [];
  const text = output.toLowerCase();
  const look = (name: string, form: string) => {
    if (form !== '' && text.includes(form.toLowerCase())) found.push(name);
  };
  look('raw', value);
  look('backwards', [...value].reverse().join(''));
  look('url', encodeURIComponent(value));
  look('json', JSON.stringify(value).slice(1, -1));
  look('html', value.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  look('hex', Buffer.from(value).toString('hex'));
  look('utf-16', Buffer.from(value, 'utf16le').toString('latin1'));
  for (const cased of [value, value.toUpperCase(), value.toLowerCase()])
    for (const before of ['', 'x', 'xx']) {
      const coded = Buffer.from(before + cased).toString('base64');
      const core = coded.slice(before === '' ? 0 : 4, Math.floor(((before.length + value.length) * 8) / 6));
      look(`base64 after ${before.length}`, core);
    }
  const bare = (part: string) => part.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const without = output
    .replace(/\[(?:f?\d*e\d+@v\d+)\]|<[^<>]{0,80}>/g, ' ')
    .replace(/\b(text|paragraph|generic|listitem)\b/g, ' ');
  if (bare(without).includes(bare(value))) found.push('in parts');
  if (bare(without).includes(bare([...value].reverse().join('')))) found.push('in parts, backwards');
  return found;
}
