import { requireCap } from '#sessions/caps.ts';
import { CAPS, type Cap, type Settings } from '#sessions/settings.ts';
import type { PortalTool } from './tool.ts';
import { PORTAL_TOOLS } from './tools.ts';
import { CONSOLE_TOOLS } from './tools-console.ts';
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

/** The tools that these settings switch on, the usual ones first, then groups in their own order. */
export function toolsOf({ caps = [] }: Pick<Settings, 'caps'>): readonly PortalTool[] {
  return [...PORTAL_TOOLS, ...CAPS.filter((cap) => caps.includes(cap)).flatMap((cap) => CAP_TOOLS[cap])];
}

/**
 * Refuses a tool of a group that is off; does nothing for any other name.
 *
 * @throws not_enabled, with the flag that switches the group on.
 */
export function requireOn(settings: Pick<Settings, 'caps'>, name: string): void {
  const cap = CAPS.find((group) => CAP_TOOLS[group].some((tool) => tool.name === name));
  if (cap !== undefined) requireCap(settings, cap, name);
}
