import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { redactStructure } from '#kernel/redact.ts';
import { ownLine } from '#kernel/untrusted-text.ts';
import { isCall, textIn } from './agent-message.ts';
import type { AgentEvent } from './run-agent.ts';

/** Where a run is written down: an event a line, and the same for people. */
export interface Transcript {
  readonly events: string;
  readonly readable: string;
  add(event: AgentEvent): void;
}

/** Begins a transcript in a folder, which is made for its owner only. Pictures are told by their size. */
export function openTranscript(folder: string, name: string, now: () => Date): Transcript {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [events, readable] = [join(folder, `${name}.jsonl`), join(folder, `${name}.md`)];
  const write = (path: string, text: string) => appendFileSync(path, text, { mode: 0o600 });
  return {
    events,
    readable,
    add(event) {
      write(events, `${JSON.stringify({ at: now().toISOString(), ...event }, asWritten)}\n`);
      write(readable, readableText(event));
    },
  };
}

/** Without pictures, and without what is a secret by its structure. */
function asWritten(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const isPicture = key === 'data' && value.length > 200;
  return isPicture ? `(${value.length} characters of a picture)` : redactStructure(value);
}

/**
 * An event as an entry for people; several for what was called. What models and pages say in it is without secrets
 * that show by their structure, and without characters that steer a terminal; it may have several lines.
 */
export function eventLines(event: AgentEvent): readonly string[] {
  return entriesOf(event).map(shownText);
}

/** Text of a model or a page for a terminal or a file, line by line. */
export function shownText(text: string): string {
  return redactStructure(
    text
      .split(/\r\n|\r|\n/)
      .map(ownLine)
      .join('\n'),
  );
}

function entriesOf(event: AgentEvent): readonly string[] {
  switch (event.kind) {
    case 'task':
      return [`Task for ${event.model}: ${event.task}`];
    case 'answer': {
      const said = textIn(event.answer.content);
      const calls = event.answer.content.filter(isCall);
      return [
        ...(said === '' ? [] : [`${event.turn}. ${said}`]),
        ...calls.map(({ name, input }) => `${event.turn}. ${name} ${JSON.stringify(input)}`),
      ];
    }
    case 'results':
      return event.results.map((result) => `${event.turn}. → ${wordsOf(result)}`);
    case 'end':
      return [`End: ${event.end} after ${event.turns} turn${event.turns === 1 ? '' : 's'}.`];
  }
}

function wordsOf(result: object): string {
  const content = 'content' in result ? result.content : '';
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content.map((block: { type: string; text?: string; tabs?: readonly unknown[] }) => {
    if (block.type === 'text') return block.text ?? '';
    return block.type === 'image' ? '[picture]' : `[${block.tabs?.length ?? 0} tabs]`;
  });
  return parts.join('\n');
}

function readableText(event: AgentEvent): string {
  if (event.kind === 'task') return `# ${shownText(event.task)}\n\nModel: ${event.model}\n\n`;
  if (event.kind === 'end') return `\n## End: ${event.end}\n\n${shownText(event.text)}\n`;
  const lines = eventLines(event).map((entry) => (entry.includes('\n') ? fenced(entry) : `- ${entry}`));
  return `${lines.join('\n')}\n`;
}

/** Set off by a fence that is longer than any in the text, which so cannot end it. */
function fenced(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text}\n${fence}`;
}
