import { z } from 'zod';
import { quotePageText } from '#kernel/untrusted-text.ts';
import { operation } from '#sessions/operation.ts';
import { fail } from './errors.ts';
import { readWorkflow } from './workflow-file.ts';
import { saveWorkflow } from './workflow-folder.ts';

/** A person can be shown this much, and approves only what they were shown. */
const LONGEST_SHOWN = 4_000;

/**
 * Saves a workflow for whoever is behind a model: it decides what later runs do, so it passes the gate like whatever
 * widens the boundary, and a person is shown the whole file.
 */
export const saveShown = operation({
  name: 'workflow-save',
  summary: 'Saves a workflow that was shown, once a person has agreed.',
  input: z.strictObject({ folder: z.string(), source: z.string() }),
  turn: 'in-turn',
  timeoutMs: () => 10_000,
  async plan({ session }, { folder, source }) {
    const { name } = readWorkflow(source);
    if (source.length > LONGEST_SHOWN)
      throw fail(
        'workflow_invalid',
        `The file has ${source.length} characters; a person is shown ${LONGEST_SHOWN}.`,
        {
          remedy: 'Save it in parts, or let its owner put the file into the folder.',
        },
      );
    return {
      effects: ['boundary'] as const,
      url: session.openContext?.current?.url ?? 'about:blank',
      target: `workflow ${quotePageText(name)} in ${folder}`,
      shown: source,
    };
  },
  async run(_, __, { folder, source }) {
    const file = await saveWorkflow(folder, readWorkflow(source));
    return { said: `Saved as ${file}.` };
  },
});
