import { z } from 'zod';
import { storageArea } from '#operations/storage-area.ts';
import { storageCookies } from '#operations/storage-cookies.ts';
import { storageSave } from '#operations/storage-save.ts';
import { type PortalTool, tool } from './tool.ts';

/** What sites keep in the browser. */
export const STORAGE_TOOLS: readonly PortalTool[] = [
  tool({
    name: 'browser_cookies',
    title: 'Cookies',
    description:
      "list, set, delete or clear cookies of the current page's site. Values are shown as their length; what signs in is never shown.",
    schema: z.strictObject({
      action: z.enum(['list', 'set', 'delete', 'clear']),
      name: z.string().min(1).optional().describe('For set and delete'),
      value: z.string().max(4_000).optional().describe('For set'),
      maxAgeSeconds: z
        .int()
        .min(1)
        .max(34_560_000)
        .optional()
        .describe('For set; a session cookie when absent'),
      reveal: z.boolean().optional().describe('For list: show the values of plain cookies'),
    }),
    effect: 'acts',
    shows: false,
    ask: ({ action, name, value, maxAgeSeconds, reveal }) => ({
      operation: storageCookies,
      input: { action, name, value, maxAgeSeconds, reveal },
    }),
  }),
  tool({
    name: 'browser_storage',
    title: 'Local and session storage',
    description: "list, get, set, delete or clear entries of the current page's origin.",
    schema: z.strictObject({
      area: z.enum(['local', 'session']),
      action: z.enum(['list', 'get', 'set', 'delete', 'clear']),
      key: z.string().max(1_000).optional().describe('For get, set and delete'),
      value: z.string().max(100_000).optional().describe('For set'),
    }),
    effect: 'acts',
    shows: false,
    ask: ({ area, action, key, value }) => ({ operation: storageArea, input: { area, action, key, value } }),
  }),
  tool({
    name: 'browser_storage_save',
    title: 'Save the state',
    description:
      "Saves cookies and local storage to a file in the session's folder, for a later session to begin with. You get its path and nothing of it.",
    schema: z.strictObject({}),
    effect: 'acts',
    shows: false,
    ask: () => ({ operation: storageSave, input: {} }),
  }),
];
