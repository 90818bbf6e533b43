import { ownLine } from '#kernel/untrusted-text.ts';
import type { HostedGate } from './host.ts';

/** What a gate asks, for a person: a line an action, then where and why. Page text in it is on its own line, cleaned. */
export function gateInWords(gate: HostedGate): string {
  const lines = gate.actions.map(({ description, origin, rule }, place) => {
    const number = gate.actions.length === 1 ? '' : `${place + 1}. `;
    return `${number}${ownLine(description)}\n   on ${ownLine(origin)}; asked because ${ownLine(rule)}`;
  });
  const picture =
    gate.picture === null ? 'no picture could be taken' : `picture ${gate.picture.slice(0, 16)}`;
  return `${lines.join('\n')}\n   ${picture}; session ${gate.session}`;
}
