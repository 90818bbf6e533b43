import { z } from 'zod';
import { savePdf } from '#operations/save-pdf.ts';
import { type PortalTool, tool } from './tool.ts';

/** Pages as they would be printed. */
export const PDF_TOOLS: readonly PortalTool[] = [
  tool({
    name: 'browser_pdf',
    title: 'Store a PDF',
    description:
      'Stores the page as a PDF for the person who audits the session. You get a confirmation and nothing of it: conclude nothing from it.',
    schema: z.strictObject({}),
    effect: 'reads',
    ask: () => ({ operation: savePdf, input: {} }),
  }),
];
