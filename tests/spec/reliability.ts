import { rows } from './requirement.ts';

/** Promises about what survives, what ends and what is never done twice. */
export const RELIABILITY = {
  ...rows('reliability', 'now', {
    R1: 'Random changes between snapshot and act never lead to an action on another element than the one shown.',
    R2: 'A target that is covered, disabled or moving is refused with the reason named, and never forced.',
    R6: 'A crashed tab is reported within a second and can be used again in the same context, cookies kept.',
    R8: 'No page, however it hangs, keeps a call longer than its time limit and one second.',
    R7: 'When the browser dies, waiting calls fail within a second as browser_gone, and only its own sessions are touched.',
    R9: 'However the process ends, its browsers end with it, and only recorded processes are ever reaped.',
  }),
  ...rows('reliability', 'acting', {
    R3: 'A batch stops at its first failure, says what ran, looks at each ref again, and costs one round trip.',
  }),
  ...rows('reliability', 'reliability', {
    R4: 'One key and one request have one effect and one receipt, and an uncertain end is called unknown, never repeated.',
    R5: 'Receipts are chained, written before and after each effect, and match what the server saw.',
    R10: 'The second user of a profile is told within a second who holds it.',
    R11: 'Over its limits the server refuses at once with a time to come back, fairly among callers.',
    R12: 'Browsers are retired before they grow too large, without cutting off who uses them.',
    R13: 'A context stays within its memory and start-up budget with twenty at work.',
    R14: 'What was acknowledged as stored is there after the process is killed at any point.',
    R15: 'A run has one worker at a time, goes on at its last finished step, and keeps a waiting approval over a restart.',
    R16: 'Health and readiness tell of real faults within five seconds.',
    R17: 'A polite stop finishes what runs and seals receipts; a second one stops at once.',
    R18: 'After hours of use calls are about as fast as at the start.',
  }),
} as const;
