import { fail } from '#kernel/errors.ts';
import type { Settings } from '#sessions/settings.ts';
import { inUrl } from '#transports/http/own-addresses.ts';
import { tokenOf } from '#transports/token-file.ts';

interface ListedSession {
  readonly id: string;
  readonly name: string;
  readonly takenOverBy: string | null;
}

/** `portolan sessions`: those of the running server. */
export async function listSessions(settings: Settings, { json }: { json: boolean }): Promise<void> {
  const sessions = await readSessions(settings);
  if (json) console.log(JSON.stringify({ sessions }));
  else if (sessions.length === 0) console.log('No session is open.');
  else for (const session of sessions) console.log(inLine(session));
}

/** `portolan sessions take-over|hand-back <session>`. */
export async function takeOver(
  settings: Settings,
  session: string,
  takenOver: boolean,
  { json }: { json: boolean },
): Promise<void> {
  const sessions = await readSessions(settings);
  const found = sessions.filter(
    ({ id, name }) => id === session || name === session || id.startsWith(session),
  );
  const [only, other] = found;
  if (only === undefined || other !== undefined)
    throw fail('invalid_arguments', `${session} names ${found.length} of the sessions.`, {
      remedy: `Open: ${sessions.map(({ id }) => id).join(', ') || 'none'}.`,
    });
  const changed = (await ask(settings, `/v1/sessions/${only.id}`, { takenOver })) as ListedSession;
  console.log(json ? JSON.stringify(changed) : inLine(changed));
}

async function readSessions(settings: Settings): Promise<readonly ListedSession[]> {
  return ((await ask(settings, '/v1/sessions')) as { sessions: readonly ListedSession[] }).sessions;
}

async function ask({ host, port, token, dataDir }: Settings, path: string, body?: object): Promise<unknown> {
  const address = `http://${inUrl(host)}:${port}`;
  const remedy = `Start it with \`portolan serve\`, or say where it is with --host and --port.`;
  let response: Response;
  try {
    response = await fetch(address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${token ?? tokenOf(dataDir)}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw fail('environment', `No server answers at ${address}.`, { remedy }, cause);
  }
  if (response.ok) return await response.json();
  throw fail('environment', `The server at ${address} refused with ${response.status}.`, { remedy });
}

function inLine({ id, name, takenOverBy }: ListedSession): string {
  return `${id}  ${name}  ${takenOverBy === null ? 'with the model' : `taken over by ${takenOverBy}`}`;
}
