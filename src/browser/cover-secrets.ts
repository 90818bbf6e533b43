import { randomBytes } from 'node:crypto';
import { type Deadline, deadlineIn } from '#kernel/deadline.ts';
import type { SecretPlace } from '#kernel/redact.ts';
import { fail } from './errors.ts';
import type { Frame } from './frame.ts';

/** How secrets are covered on a picture; both, but for whoever proves that each does it alone. */
export const COVERS = ['overlay', 'mask'] as const;
export type Cover = (typeof COVERS)[number];

/** Finds secrets by their value. */
export interface SecretFinder {
  readonly knowsAny: boolean;
  find(text: string): readonly SecretPlace[];
}

export interface CoverOptions {
  readonly secrets?: SecretFinder | undefined;
  readonly covers?: readonly Cover[] | undefined;
  readonly deadline: Deadline;
}

/** Covers that lie over a tab. */
export interface SecretCovers {
  /** The attribute that what is covered carries. */
  readonly attribute: string;
  /** Elements that carry it, in all frames. */
  readonly marked: number;
  /** Whether all is still covered, and nothing else holds a secret now. */
  hold(): Promise<boolean>;
  remove(): Promise<void>;
}

type Drawn = readonly (readonly [number, string])[];

/**
 * Covers everything in a tab whose value or text holds a secret, or that is a field for one.
 *
 * @throws environment when a frame cannot be covered: there must be no picture then.
 */
export async function coverSecrets(frames: readonly Frame[], options: CoverOptions): Promise<SecretCovers> {
  const { covers = COVERS, deadline } = options;
  const attribute = `data-${randomBytes(6).toString('hex')}`;
  const readable = frames.filter((frame) => frame.hasWorld && !frame.isDetached);
  const remove = async () => {
    const limit = deadlineIn(1_000);
    await Promise.allSettled(readable.map((frame) => frame.call('uncoverSecrets', [], { deadline: limit })));
  };
  try {
    const numbers = new Map<Frame, readonly number[]>();
    const counts = await Promise.all(
      readable.map(async (frame) => {
        const found = await secretsIn(frame, options);
        numbers.set(frame, found);
        const withOverlay = covers.includes('overlay');
        return await frame.call<number>('coverSecrets', [found, attribute, withOverlay], { deadline });
      }),
    );
    return {
      attribute,
      marked: counts.reduce((sum, count) => sum + count, 0),
      hold: async () => {
        const held = await Promise.all(
          readable.map(async (frame) => {
            if (!(await frame.call<boolean>('areCovered', [], { deadline }))) return false;
            const known = new Set(numbers.get(frame));
            return (await secretsIn(frame, options)).every((number) => known.has(number));
          }),
        );
        return !held.includes(false);
      },
      remove,
    };
  } catch (error) {
    await remove();
    throw fail(
      'page_unresponsive',
      'What holds a secret cannot be covered here, so there is no picture.',
      { what: 'covers' },
      error,
    );
  }
}

async function secretsIn(frame: Frame, { secrets, deadline }: CoverOptions): Promise<readonly number[]> {
  const fields = await frame.call<readonly number[]>('secretElements', [], { deadline });
  if (secrets?.knowsAny !== true) return fields;
  const drawn = await frame.call<Drawn>('drawnTexts', [], { deadline });
  return [...new Set([...fields, ...holdersOf(drawn, secrets)])];
}

/** A secret may stand in parts in several elements one after the other. */
function holdersOf(drawn: Drawn, secrets: SecretFinder): readonly number[] {
  let whole = '';
  const spans = drawn.map(([number, text]) => {
    const from = whole.length;
    whole += `${text}\n`;
    return { number, from, to: from + text.length };
  });
  const places = secrets.find(whole);
  if (places.length === 0) return [];
  return spans
    .filter((span) => places.some((place) => place.from < span.to && place.to > span.from))
    .map(({ number }) => number);
}
