import { PORTAL } from './portal.ts';
import { RELIABILITY } from './reliability.ts';
import type { Requirement } from './requirement.ts';
import { SECURITY } from './security.ts';
import { SITES } from './sites.ts';
import { STRICT } from './strict.ts';
import { TOOLSET } from './toolset.ts';
import { WORKFLOW } from './workflow.ts';

/** Every promise of the product by its id. Tests cite the ids; the gate finds what no test proves. */
export const REQUIREMENTS = {
  ...PORTAL,
  ...RELIABILITY,
  ...SECURITY,
  ...WORKFLOW,
  ...STRICT,
  ...SITES,
  ...TOOLSET,
} as const;

export type RequirementId = keyof typeof REQUIREMENTS;
export const ALL_REQUIREMENTS: Readonly<Record<string, Requirement>> = REQUIREMENTS;
