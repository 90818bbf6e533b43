import type { AgentReport } from './task.ts';

/** Calls that look and do nothing. */
export const LOOKS = ['browser_snapshot', 'browser_find', 'browser_read'];

/** Calls that were sent again as they were, right after they failed or did nothing. */
export function repeated({ log }: AgentReport): readonly string[] {
  const signature = (place: number) => JSON.stringify([log[place]?.tool, log[place]?.args]);
  return log.flatMap((call, place) =>
    place > 0 && log[place - 1]?.end !== 'done' && signature(place) === signature(place - 1)
      ? [call.why]
      : [],
  );
}

/** Places of the calls whose reply showed the sign-in again, after the agent had been through it. */
export function droppedAt({ log }: AgentReport): readonly number[] {
  const isSignIn = (place: number) => log[place]?.why.startsWith('sign in') === true;
  const isLook = (place: number) => LOOKS.includes(log[place]?.tool ?? '');
  return log.flatMap((_, place) => {
    if (place === 0 || isSignIn(place) || !showsSignIn(log[place]?.reply ?? '')) return [];
    const isFirst = !isLook(place) && (isSignIn(place - 1) || !showsSignIn(log[place - 1]?.reply ?? ''));
    return isFirst && log.slice(0, place).some((_, earlier) => isSignIn(earlier)) ? [place] : [];
  });
}

function showsSignIn(reply: string): boolean {
  return /heading "(Sign in|Log in|Acesso)/.test(reply);
}
