/**
 * Lines that hold the promises up. Each is broken in turn, and the named tests have to fail.
 *
 * @type {readonly { name: string, file: string, line: string, broken: string, tests: readonly string[] }[]}
 *   `line` is text that stands exactly once in `file`.
 */
export const MUTATIONS = [
  {
    name: 'host match',
    file: 'src/policy/hosts.ts',
    line: '  return rule.host === host;',
    broken: '  return host.endsWith(rule.host);',
    tests: ['tests/policy/hosts.test.ts'],
  },
  {
    name: 'proxy refusal',
    file: 'src/policy/egress-proxy/admission.ts',
    line: 'if (!verdict.allowed || name === undefined) {',
    broken: 'if (name === undefined) {',
    tests: ['tests/policy/egress-http.test.ts'],
  },
  {
    name: 'redactor',
    file: 'src/kernel/redact.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a line.
    line: 'out = out.replaceAll(form, `«secret:${name}»`)',
    broken: 'out = out.replace(form, form)',
    tests: ['tests/kernel/redact.test.ts'],
  },
];
