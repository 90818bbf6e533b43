import { StringDecoder } from 'node:string_decoder';
import { fail } from '#kernel/errors.ts';

const ENTER = /[\r\n]/;
const INTERRUPT = '\u0003';
const END = '\u0004';
const CLEAR = '\u0015';
const ERASE = '\u0008\u007f';
/** What keys such as the arrows send. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is what is looked for
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|[O@-_].?)/g;

/** Whether somebody sits at a terminal who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * Asks on the terminal for something that must not be seen: nothing of what is typed is echoed, not even its
 * length.
 *
 * @throws cancelled when it is interrupted.
 */
export async function askHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  // Echo is off before the question is there to be answered.
  stdin.setRawMode(true);
  stderr.write(`${question}: `);
  try {
    return await readLine();
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/**
 * Asks twice.
 *
 * @throws invalid_arguments when the answers differ, or there is none.
 */
export async function askHiddenTwice(question: string): Promise<string> {
  const first = await askHidden(question);
  if (first === '')
    throw fail('invalid_arguments', 'Nothing was typed.', { remedy: 'Call again and type it.' });
  if ((await askHidden(`${question}, again`)) === first) return first;
  throw fail('invalid_arguments', 'The two were not the same; nothing was stored.', {
    remedy: 'Call again and type the same twice.',
  });
}

let typedAhead = '';

function readLine(): Promise<string> {
  const { stdin } = process;
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve, reject) => {
    let line = '';
    const stop = (end: () => void) => {
      stdin.off('data', onData);
      end();
    };
    const take = (text: string): boolean => {
      for (const [at, letter] of [...text].entries()) {
        if (letter === INTERRUPT) {
          stop(() => reject(fail('cancelled', 'The question was not answered; nothing was stored.')));
          return true;
        }
        if (ENTER.test(letter) || letter === END) {
          // What was pasted beyond the line answers the next question.
          typedAhead = [...text]
            .slice(at + 1)
            .join('')
            .replace(/^\n/, '');
          stop(() => resolve(line));
          return true;
        }
        if (letter === CLEAR) line = '';
        else if (ERASE.includes(letter)) line = [...line].slice(0, -1).join('');
        else if (letter >= ' ') line += letter;
      }
      return false;
    };
    const onData = (chunk: Buffer) => void take(decoder.write(chunk).replace(ESCAPES, ''));
    const waiting = typedAhead;
    typedAhead = '';
    if (take(waiting)) return;
    stdin.on('data', onData);
    stdin.resume();
  });
}
