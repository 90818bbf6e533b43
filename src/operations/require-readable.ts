import type { Page } from '#browser/page.ts';
import { fail } from '#policy/errors.ts';
import type { Session } from '#sessions/session.ts';
import { readSet } from './read-set.ts';

/** @throws denied when a frame of the page may not be read here: a picture would show it. */
export function requireReadable(session: Session, page: Page): void {
  const readable = readSet(session);
  const withheld = readable && page.frames().find((frame) => !readable(frame));
  if (withheld)
    throw fail('denied', `The page shows ${withheld.origin}, which may not be read here: no picture.`, {
      dispatch: 'not_sent',
    });
}
