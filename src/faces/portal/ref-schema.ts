import { z } from 'zod';

/** A ref as the caller gives it. Whether it resolves is for the engine to say, with its own codes. */
export const refSchema = z.string().describe('Ref from a snapshot, such as e12@v3');

/** What a reply shows of the page afterwards. */
export const observeSchema = z
  .enum(['full', 'changes', 'none'])
  .optional()
  .describe('How much of the page the reply shows; default: changes');
