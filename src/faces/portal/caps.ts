import { fail } from '#kernel/errors.ts';
import { requireCap } from '#sessions/caps.ts';
import { CAPS, type Cap, type Settings } from '#sessions/settings.ts';
import type { PortalTool } from './tool.ts';
import { PORTAL_TOOLS } from './tools.ts';
import { CONSOLE_TOOLS } from './tools-console.ts';
import { LOGIN_TOOLS } from './tools-login.ts';
import { NETWORK_TOOLS } from './tools-network.ts';
import { PDF_TOOLS } from './tools-pdf.ts';
import { SCRIPT_TOOLS } from './tools-script.ts';
import { STORAGE_TOOLS } from './tools-storage.ts';
import { VISION_TOOLS } from './tools-vision.ts';

/** The groups of tools that are off until they are asked for. */
export const CAP_TOOLS: Readonly<Record<Cap, readonly PortalTool[]>> = {
  console: CONSOLE_TOOLS,
  network: NETWORK_TOOLS,
  storage: STORAGE_TOOLS,
  pdf: PDF_TOOLS,
  script: SCRIPT_TOOLS,
  vision: VISION_TOOLS,
};

/** What the choice of tools goes by. */
export type ToolSettings = Partial<Pick<Settings, 'caps' | 'vaults'>>;

/**
 * The tools that these settings switch on: the usual ones first, what signs in where there is a vault, then
 * groups in their own order.
 */
export function toolsOf({ caps = [], vaults = [] }: ToolSettings): readonly PortalTool[] {
  const usual = vaults.length > 0 ? [...PORTAL_TOOLS, ...LOGIN_TOOLS] : PORTAL_TOOLS;
  return [...usual, ...CAPS.filter((cap) => caps.includes(cap)).flatMap((cap) => CAP_TOOLS[cap])];
}

/**
 * Refuses a tool of a group that is off; does nothing for any other name.
 *
 * @throws not_enabled, with the flag that switches the group on.
 */
export function requireOn(settings: ToolSettings, name: string): void {
  if (LOGIN_TOOLS.some((tool) => tool.name === name) && (settings.vaults ?? []).length === 0)
    throw fail('not_enabled', `${name} needs a vault, and none is attached here.`, {
      dispatch: 'not_sent',
      remedy: 'Ask whoever runs this server to attach a vault (--vault) and to add the credential.',
    });
  const cap = CAPS.find((group) => CAP_TOOLS[group].some((tool) => tool.name === name));
  if (cap !== undefined) requireCap(settings, cap, name);
}
