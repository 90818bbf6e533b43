import { z } from 'zod';
import type { Frame } from '#browser/frame.ts';
import { type Deadline, deadlineIn, leftMs } from '#kernel/deadline.ts';
import { fail } from '#kernel/errors.ts';
import { requireCap } from '#sessions/caps.ts';
import { operation } from '#sessions/operation.ts';

const LIMIT_BYTES = 64 * 2 ** 20;

/** Stores the page as it would be printed. Its caller gets the confirmation and nothing of it. */
export const savePdf = operation({
  name: 'save-pdf',
  summary: 'Stores the page as a PDF, as it would be printed.',
  input: z.strictObject({}),
  turn: 'in-turn',
  timeoutMs: () => 40_000,
  async plan({ session }) {
    requireCap(session.settings, 'pdf', 'Storing a PDF');
    await session.requireUnsealed('Storing a PDF');
    const page = await session.currentPage();
    return { effects: ['read'] as const, url: page.url, target: `tab ${page.id}`, page };
  },
  async run({ session, deadline }, { page, target }) {
    const covered = page.frames().filter((frame) => frame.hasWorld);
    try {
      await Promise.all(covered.map((frame) => callHere(frame, COVER, deadline)));
      const limit = deadlineIn(Math.max(1_000, leftMs(deadline) - 1_000), deadline);
      const { data } = await page.send<{ data: string }>(
        'Page.printToPDF',
        { printBackground: true, preferCSSPageSize: true },
        { deadline: limit },
      );
      const pdf = Buffer.from(data, 'base64');
      if (pdf.length > LIMIT_BYTES)
        throw fail('limit_exceeded', `The PDF has ${pdf.length} bytes; at most ${LIMIT_BYTES} are kept.`);
      const { hash, sizeBytes } = await session.journal.keepPrint(pdf, `${page.id}.pdf`);
      return {
        said: `Stored ${target} as a PDF (${Math.ceil(sizeBytes / 1024)} kB), artifact ${hash.slice(0, 16)}, for whoever audits this session. You do not see it: conclude nothing from it.`,
        page,
      };
    } finally {
      await Promise.allSettled(covered.map((frame) => callHere(frame, UNCOVER, deadlineIn(1_000))));
    }
  },
});

/** Fields that may hold a secret are not printed, in open shadow trees either. */
const COVER = `function () {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('@media print { input[type=password], [autocomplete~="one-time-code"], [autocomplete~="current-password"], [autocomplete~="new-password"], [autocomplete*="cc-"] { visibility: hidden !important } }');
  const roots = [document];
  for (const root of roots) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
  globalThis.portolanCovered = { sheet, roots };
}`;

const UNCOVER = `function () {
  const { sheet, roots } = globalThis.portolanCovered ?? { roots: [] };
  for (const root of roots) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
  delete globalThis.portolanCovered;
}`;

async function callHere(frame: Frame, functionDeclaration: string, deadline: Deadline): Promise<void> {
  const executionContextId = await frame.worldContextId({ deadline });
  const { exceptionDetails } = await frame.send<{ exceptionDetails?: object }>(
    'Runtime.callFunctionOn',
    { executionContextId, functionDeclaration },
    { deadline },
  );
  if (exceptionDetails !== undefined)
    throw fail('environment', 'Secret fields cannot be kept out of the PDF here, so none was made.');
}
