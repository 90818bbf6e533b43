import { explainAddress, showProfile } from '#sessions/show-policy.ts';
import type { LoadedSettings } from './load-settings.ts';

const DENIED_EXIT = 3;

/** `portolan policy explain <url>`: what the address would get at the boundary, and why. Exits with 3 when denied. */
export function explainPolicy({ settings }: LoadedSettings, url: string, { json }: { json: boolean }): void {
  const explained = explainAddress(settings, url);
  if (json) console.log(JSON.stringify(explained));
  else {
    const verdict =
      explained.code === undefined ? explained.verdict : `${explained.verdict} (${explained.code})`;
    console.log(
      [`${verdict}: ${explained.rule}`, ...(explained.condition ? [explained.condition] : [])].join('\n'),
    );
  }
  if (explained.verdict === 'deny') process.exitCode = DENIED_EXIT;
}

/** `portolan policy show`: the hosts, and what each effect gets before and after page content was read. */
export function showPolicy({ settings }: LoadedSettings, { json }: { json: boolean }): void {
  const { name, rules } = showProfile(settings);
  if (json) {
    console.log(JSON.stringify({ profile: name, hosts: settings.hosts, rules }));
    return;
  }
  console.log(`profile ${name}\nhosts   ${settings.hosts.join(', ')}\n`);
  console.log(`${'effect'.padEnd(12)}${'plain'.padEnd(8)}after page content was read`);
  for (const [effect, { plain, tainted }] of Object.entries(rules)) {
    console.log(`${effect.padEnd(12)}${plain.padEnd(8)}${tainted}`);
  }
}
