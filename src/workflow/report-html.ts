import type { Attempt, StepRecord, WorkflowRun } from './run-record.ts';

const STYLE = `
  body { font: 16px/1.5 system-ui, "Noto Sans CJK SC", sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2430; background: #fff; }
  h1 { font-size: 1.5rem; margin: 0 0 .25rem; } .facts { color: #566071; margin: 0 0 1.5rem; }
  .end { border-left: 4px solid; padding: .5rem 1rem; background: #f5f7fa; } .ok { border-color: #1a7f4b; } .bad { border-color: #b3261e; }
  ol { list-style: none; padding: 0; } ol > li { border: 1px solid #d9dee7; border-left: 4px solid; border-radius: 4px; padding: .75rem 1rem; margin: 1rem 0; }
  ol > li.ok { border-left-color: #1a7f4b; } ol > li.bad { border-left-color: #b3261e; }
  h2 { font-size: 1rem; margin: 0; } dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 0; } dt { color: #566071; } dd { margin: 0; overflow-wrap: anywhere; }
  code { font: .9em ui-monospace, monospace; } ul { margin: 0; padding-left: 1.2rem; } img { max-width: 100%; border: 1px solid #d9dee7; margin-top: .75rem; }`;

/**
 * A run as a page for people: each step with what was considered, chosen, done and seen after it.
 *
 * @param pictureOf - where the picture of a step is, by its hash; `undefined` leaves it out.
 * @returns a whole document that loads nothing from elsewhere, apart from the pictures.
 */
export function reportHtml(run: WorkflowRun, pictureOf: (hash: string) => string | undefined): string {
  const inputs = Object.entries(run.inputs).map(([name, value]) => `${name} = ${value}`);
  const facts = [run.id, run.startedAt, ...(run.from > 1 ? [`from step ${run.from}`] : []), ...inputs];
  return `<!doctype html>
<html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data: file:">
<title>${safe(run.workflow)}: ${run.state}</title><style>${STYLE}</style></head>
<body><h1>${safe(run.workflow)}</h1><p class="facts">${facts.map(safe).join(' · ')}</p>
<p class="end ${run.state === 'succeeded' ? 'ok' : 'bad'}"><strong>${run.state}</strong>: ${safe(run.said)}</p>
<ol>${run.steps.map((step) => stepHtml(step, pictureOf)).join('\n')}</ol></body></html>
`;
}

function stepHtml(step: StepRecord, pictureOf: (hash: string) => string | undefined): string {
  const { number, sentence, verification, attempts, durationMs, picture } = step;
  const address = picture === undefined ? undefined : pictureOf(picture);
  const image =
    address === undefined ? '' : `<img alt="The page after step ${number}" src="${safe(address)}">`;
  const rows = [
    row('Read as', `<code>${safe(JSON.stringify(step.step))}</code>`),
    ...attempts.flatMap((attempt, at) => attemptRows(attempt, attempts.length > 1 ? ` (try ${at + 1})` : '')),
    row('Seen after it', safe(verification.said)),
    row('Took', `${durationMs} ms`),
  ];
  return `<li class="${verification.ok ? 'ok' : 'bad'}"><h2>${number}. ${safe(sentence)}</h2><dl>${rows.join('')}</dl>${image}</li>`;
}

function attemptRows(attempt: Attempt, which: string): readonly string[] {
  const { candidates, choice, way, action, outcome, error } = attempt;
  const considered = candidates.map(
    ({ element, score, why }) => `<li>${safe(element)}: ${score} (${safe(why)})</li>`,
  );
  const done = outcome === undefined ? '' : `: ${outcome.dispatch}, ${outcome.effect}`;
  return [
    ...(considered.length > 0 ? [row(`Considered${which}`, `<ul>${considered.join('')}</ul>`)] : []),
    ...(choice === undefined ? [] : [row(`Chosen${which}`, `${safe(choice)}, by ${way ?? 'structure'}`)]),
    ...(action === undefined ? [] : [row(`Done${which}`, safe(`${action}${done}`))]),
    ...(error === undefined ? [] : [row(`Refused${which}`, safe(`${error.code}: ${error.message}`))]),
  ];
}

function row(name: string, html: string): string {
  return `<dt>${name}</dt><dd>${html}</dd>`;
}

/** What people, pages and models wrote, so that none of it is markup. */
function safe(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}
