import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EchoServer, startEchoServer } from './support/echo-server.ts';

let server: EchoServer;
beforeAll(async () => {
  server = await startEchoServer();
});
afterAll(() => server.stop(0));

async function refusal(path: string, headers: Record<string, string>): Promise<object> {
  const response = await fetch(server.origin + path, { headers });
  return { status: response.status, ...((await response.json()) as object) };
}

test.each([
  ['unauthorized', 401, '/mcp/portal', () => ({})],
  ['foreign_origin', 403, '/livez', () => ({ origin: 'http://evil.example' })],
  ['unknown_path', 404, '/nothing', () => ({ authorization: `Bearer ${server.token}` })],
])('%s is told by code, with what to do', async (code, status, path, headers) => {
  expect(await refusal(path, headers())).toMatchObject({
    status,
    error: {
      message: expect.stringContaining(`${code}: `),
      data: { code, remedy: expect.stringMatching(/\w/) },
    },
  });
});
