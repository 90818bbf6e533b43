import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
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
      write(events, `${JSON.stringify({ at: now().toISOString(), ...event }, withoutPictures)}\n`);
      write(readable, readableText(event));
    },
  };
}

function withoutPictures(key: string, value: unknown): unknown {
  const isPicture = key === 'data' && typeof value === 'string' && value.length > 200;
  return isPicture ? `(${value.length} characters of a picture)` : value;
}

/** An event as a line for people; several for what was called. */
export function eventLines(event: AgentEvent): readonly string[] {
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
  if (event.kind === 'task') return `# ${event.task}\n\nModel: ${event.model}\n\n`;
  if (event.kind === 'end') return `\n## End: ${event.end}\n\n${event.text}\n`;
  const lines = eventLines(event).map((line) =>
    line.includes('\n') ? `\`\`\`\n${line}\n\`\`\`` : `- ${line}`,
  );
  return `${lines.join('\n')}\n`;
}
