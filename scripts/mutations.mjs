/**
 * Lines that hold the promises up. Each is broken in turn, and the named tests have to fail.
 *
 * @type {readonly { name: string, file: string, line: string, broken: string, tests: readonly string[] }[]}
 *   `line` is text that stands exactly once in `file`.
 */
export const MUTATIONS = [
  {
    name: 'gate',
    file: 'src/sessions/gate.ts',
    line: "  if (judgement.verdict === 'allow') return { rule: judgement.rule };",
    broken: '  return { rule: judgement.rule };',
    tests: ['tests/sessions/run-operation.test.ts'],
  },
  {
    name: 'generation check',
    file: 'src/snapshot/resolve-ref.ts',
    line: 'const page = tabs.pageByGeneration(generation);',
    broken: 'const page = tabs.pageByGeneration(tabs.newestGeneration);',
    tests: ['tests/faces/portal/references.browser.test.ts'],
  },
  {
    name: 'guard stop',
    file: 'src/page/guard/guard-state.ts',
    line: '  event.stopImmediatePropagation();',
    broken: '',
    tests: ['tests/actions/guard.browser.test.ts'],
  },
  {
    name: 'budget cut',
    file: 'src/page/perception/budget.ts',
    line: 'if (run.walked >= limit || left <= 0) {',
    broken: 'if (left < 0) {',
    tests: ['tests/snapshot/budget.browser.test.ts'],
  },
  {
    name: 'read-back',
    file: 'src/actions/type-text.ts',
    line: '        if (!isDropped) return outcome;',
    broken: '        return outcome;',
    tests: ['tests/actions/controls.browser.test.ts'],
  },
  {
    name: 'receipt',
    file: 'src/journal/chain.ts',
    line: 'const record = { ...event, seq: seq + 1, previousHash };',
    broken: 'const record = { ...event, seq: seq + 1, previousHash: CHAIN_START };',
    tests: ['tests/journal/verify-chain.test.ts'],
  },
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
    line: 'out = out.replace(pattern, `«secret:${name}»`);',
    broken: '',
    tests: ['tests/kernel/redact.test.ts'],
  },
  {
    name: 'seal',
    file: 'src/sessions/seal.ts',
    line: '    if (!(await this.holds(context))) return;',
    broken: '    return;',
    tests: ['tests/vault/seal.browser.test.ts'],
  },
];
