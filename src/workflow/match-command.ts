import { alikeness } from './parse-nearest.ts';
import type { Workflow } from './step.ts';

const LEADS =
  /^(?:(?:请|帮我|麻烦)*(?:执行|运行|启动|开始|跑一下|跑)(?:一下)?|(?:please\s+)?(?:run|start|execute|launch|do)\s+)/iu;
const TRAILS = /(?:的?(?:流程|工作流)|\s+(?:workflow|flow))$/iu;
const EXACT = 1;
const CONTAINED = 0.8;
const LIKE = 0.5;
/** Two scores nearer than this are alike, and a person chooses. */
const MARGIN = 0.1;
const CLOSEST = 3;

export interface MatchCandidate {
  readonly workflow: Workflow;
  /** 0 to 1. */
  readonly score: number;
  /** One sentence: which name the command was compared with, and how they meet. */
  readonly why: string;
  /** One of the two stands whole in the other, however much of it that is. */
  readonly isPart: boolean;
}

export type CommandMatch =
  | { readonly found: 'unique'; readonly workflow: Workflow; readonly why: string }
  | { readonly found: 'several'; readonly candidates: readonly MatchCandidate[] }
  | { readonly found: 'none'; readonly closest: readonly string[] };

/**
 * Looks a short command up among saved workflows, by name and alias. Reads nothing else: a command is never
 * taken as steps, and needs no browser. The order of `workflows` does not matter.
 */
export function matchCommand(command: string, workflows: readonly Workflow[]): CommandMatch {
  const candidates = workflows
    .map((workflow) => bestName(command, workflow))
    .sort((one, other) => other.score - one.score || compareText(one.workflow.name, other.workflow.name));
  const top = candidates[0];
  if (top === undefined || top.score < LIKE) {
    return { found: 'none', closest: candidates.slice(0, CLOSEST).map(({ workflow }) => workflow.name) };
  }
  // What begins two names means neither of them more because the other is longer.
  const rivals = candidates.filter(({ score, isPart }) =>
    top.score === EXACT ? score === EXACT : isPart || (score >= LIKE && top.score - score < MARGIN),
  );
  if (rivals.length > 1) return { found: 'several', candidates: rivals };
  return { found: 'unique', workflow: top.workflow, why: top.why };
}

function bestName(command: string, workflow: Workflow): MatchCandidate {
  let best: MatchCandidate = {
    workflow,
    score: 0,
    why: 'No name is like the command.',
    isPart: false,
  };
  for (const name of [workflow.name, ...workflow.aliases]) {
    const { score, how, isPart } = compareNames(command, name);
    const isPartOfAny = best.isPart || isPart;
    best =
      score > best.score
        ? { workflow, score, why: `"${name}" ${how}.`, isPart: isPartOfAny }
        : { ...best, isPart: isPartOfAny };
  }
  return best;
}

function compareNames(
  command: string,
  name: string,
): Pick<MatchCandidate, 'score' | 'isPart'> & { readonly how: string } {
  if (plain(command) !== '' && plain(command) === plain(name))
    return { score: EXACT, how: 'is the command', isPart: true };
  const asked = essence(command);
  const has = essence(name);
  if (asked === '' || has === '') return { score: 0, how: 'says nothing to compare', isPart: false };
  if (asked === has) return { score: EXACT, how: 'is the command', isPart: true };
  const [short, long] = asked.length < has.length ? [asked, has] : [has, asked];
  const share = short.length / long.length;
  const isPart = short.length > 1 && long.includes(short);
  if (isPart && share >= LIKE) {
    return {
      score: CONTAINED,
      how: has === short ? 'stands in the command' : 'contains the command',
      isPart,
    };
  }
  return { score: alikeness(asked, has) * CONTAINED, how: 'shares characters with the command', isPart };
}

function essence(text: string): string {
  return plain(text.trim().replace(LEADS, '').trim().replace(TRAILS, ''));
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
