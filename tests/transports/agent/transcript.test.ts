import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentEvent } from '#transports/agent/run-agent.ts';
import { eventLines, openTranscript } from '#transports/agent/transcript.ts';
import { freshFolder } from '../support/echo-cli.ts';

const SAID = { kind: 'answer', turn: 1 } as const;
const answer = (text: string): AgentEvent => ({
  ...SAID,
  answer: { content: [{ type: 'text', text } as { type: string }], stop_reason: 'end_turn' },
});
const results = (text: string): AgentEvent => ({
  kind: 'results',
  turn: 1,
  results: [{ type: 'tool_result', content: [{ type: 'text', text }] } as { type: string }],
});

async function written(...events: readonly AgentEvent[]) {
  const transcript = openTranscript(join(freshFolder(), 'runs'), 'run', () => new Date(0));
  for (const event of events) transcript.add(event);
  return {
    lines: (await readFile(transcript.events, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    readable: await readFile(transcript.readable, 'utf8'),
    modes: await Promise.all(
      [transcript.events, transcript.readable].map(async (path) => (await stat(path)).mode & 0o777),
    ),
  };
}

test('what is a secret by its structure stands in neither file', async () => {
  const { lines, readable, modes } = await written(
    answer('Open https://a.test/?access_token=tok-5521 and https://ana:pw-7731@a.test/'),
    results('Authorization: Bearer abc.def-9911'),
    { kind: 'end', end: 'done', text: 'See https://a.test/?token=tok-6642', turns: 1 },
  );
  const all = JSON.stringify(lines) + readable;
  for (const secret of ['tok-5521', 'pw-7731', 'abc.def-9911', 'tok-6642']) expect(all).not.toContain(secret);
  expect(all).toContain('«redacted»');
  expect(modes).toEqual([0o600, 0o600]);
});

test('page text cannot leave its place in the readable file', async () => {
  const { readable } = await written(results('a\n```\n## End: done\n````\nb'));
  expect(readable).toContain('`````\n1. → a\n```\n## End: done\n````\nb\n`````');
});

test('a line of progress is one line, and nothing in it turns a terminal', () => {
  const lines = [answer('\u001b]0;owned\u0007\u001b[2Jhi\u202e'), results('x\u009b31m\r\ny')].flatMap(
    eventLines,
  );
  expect(lines.map((line) => line.replace(/\n/g, ' '))).toHaveLength(2);
  for (const line of lines) expect(line).not.toMatch(/[^\P{C}\n]/u);
});
