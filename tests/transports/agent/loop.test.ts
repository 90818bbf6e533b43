import { expect, test } from 'vitest';
import { openModel } from '#transports/agent/open-model.ts';
import { type AgentEvent, runAgent } from '#transports/agent/run-agent.ts';
import { type Script, serveMessages } from '../../support/messages-server.ts';

/** Runs a script against a local model, with a toolset whose members nothing calls. */
async function play(script: Script, { isStreamed = false, maxTurns = 5 } = {}) {
  await using server = await serveMessages(script);
  const ask = await openModel({ baseUrl: server.url, apiKey: 'test-key', isStreamed });
  const events: AgentEvent[] = [];
  const ended = await runAgent({
    task: 'Do it',
    model: 'claude-sonnet-5',
    maxTurns,
    toolset: { entry: { type: 'browser_toolset_20260801' }, run: async () => [] },
    ask,
    signal: new AbortController().signal,
    onEvent: (event) => events.push(event),
  });
  return { ...ended, events, bodies: server.bodies, broken: server.broken };
}

test('an answer that was cut off is no end of the task, however it was cut', async () => {
  for (const isStreamed of [false, true]) {
    for (const stopReason of ['max_tokens', 'model_context_window_exceeded', null]) {
      const { end, bodies } = await play([() => ({ say: 'I was about to', stopReason })], { isStreamed });
      expect(end, `${stopReason}`).toBe('cut');
      expect(bodies).toHaveLength(1);
    }
  }
});

test('a refusal ends the run as one, and the last words of a whole answer end it as done', async () => {
  expect((await play([() => ({ say: 'No.', stopReason: 'refusal' })])).end).toBe('refused');
  expect((await play([() => ({ say: 'Done.', stopReason: 'stop_sequence' })])).end).toBe('done');
  expect(await play([() => 'Done.'])).toMatchObject({ end: 'done', text: 'Done.' });
});

test('an answer that pauses is asked on, with nothing between', async () => {
  const { end, text, bodies } = await play([
    () => ({ say: 'One moment.', stopReason: 'pause_turn' }),
    () => 'Done.',
  ]);
  expect([end, text]).toEqual(['done', 'Done.']);
  expect(bodies[1].messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant']);
});

test('every call has a result, also of tools and families that nobody offered', async () => {
  const { end, bodies, broken } = await play([
    () => [
      { name: 'weather', plain: true },
      { name: 'navigate', family: null },
      { name: 'left_click', family: 'computer' },
    ],
    () => 'Done.',
  ]);
  expect(end).toBe('done');
  const results = bodies[1].messages[2].content;
  expect(results).toHaveLength(3);
  expect(results.map((result: { toolset_name?: string }) => result.toolset_name)).toEqual([
    undefined,
    undefined,
    'computer',
  ]);
  for (const result of results) expect(result).toMatchObject({ is_error: true });
  expect(broken).toEqual([]);
});
