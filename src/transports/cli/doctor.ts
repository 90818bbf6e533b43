import type { OpenHost } from '#transports/host.ts';
import type { LoadedSettings } from './load-settings.ts';
import { hostChecks, machineChecks } from './machine-checks.ts';

const UNWELL_EXIT = 6;

/**
 * `portolan doctor`: looks at the machine, then starts the inside and asks it; says of each thing what was
 * seen and, when it is wrong, what mends it. Exits with 6 when something is wrong.
 */
export async function doctor(
  { settings, file }: LoadedSettings,
  openHost: OpenHost,
  { json }: { json: boolean },
): Promise<void> {
  const checks = [...(await machineChecks(settings)), ...(await hostChecks(settings, openHost))];
  const ok = checks.every((check) => check.ok);
  if (json)
    console.log(JSON.stringify({ ok, checks, ...(file === undefined ? {} : { settingsFile: file }) }));
  else {
    for (const { name, ok: isWell, detail, remedy } of checks) {
      console.log(`${isWell ? 'ok   ' : 'WRONG'} ${name.padEnd(12)} ${detail}`);
      if (!isWell && remedy !== undefined) console.log(`      ${''.padEnd(12)} → ${remedy}`);
    }
    console.log(ok ? '\nAll well.' : '\nMend what is marked WRONG, then run `portolan doctor` again.');
  }
  process.exitCode = ok ? 0 : UNWELL_EXIT;
}
