import type { PortalTool } from './tool.ts';

/** Pictures for the caller, and the pointer on them. */
export const VISION_TOOLS: readonly PortalTool[] = [];
