const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The headers that go on: those of one hop and those that `Connection` names are left out (RFC 9110, 7.6.1).
 *
 * @param raw - name, value, name, value, as Node's `rawHeaders`.
 * @param drop - further names to leave out, lower case.
 */
export function endToEndHeaders(raw: readonly string[], drop: readonly string[] = []): string[] {
  const named = new Set(drop);
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (raw[at + 1] ?? '').split(',')) named.add(name.trim().toLowerCase());
  }
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    const lower = name.toLowerCase();
    if (!HOP_BY_HOP.has(lower) && !named.has(lower)) kept.push(name, value);
  }
  return kept;
}
