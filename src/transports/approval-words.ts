import { ownLine } from '#kernel/untrusted-text.ts';
import type { HostedGate } from './host.ts';

/** What a gate asks, for a person: what is done, then where and why. Page text in it is cleaned. */
export function gateInWords(gate: HostedGate): string {
  const lines = gate.actions.map(({ description, origin, rule }, place) => {
    const number = gate.actions.length === 1 ? '' : `${place + 1}. `;
    return `${number}${inLines(description)}\n   on ${ownLine(origin)}; asked because ${ownLine(rule)}`;
  });
  const picture =
    gate.picture === null ? 'no picture could be taken' : `picture ${gate.picture.slice(0, 16)}`;
  return `${lines.join('\n')}\n   ${picture}; session ${gate.session}`;
}

/** Lines of what a person has to read are set off, so that none of them passes for one of ours. */
function inLines(description: string): string {
  const [first = '', ...more] = description.split('\n');
  return [ownLine(first), ...more.map((line) => `   | ${ownLine(line)}`)].join('\n');
}
