import { z } from 'zod';
import { FIELD_LIMIT, MOST_NOTCHES, MOST_REPEATS, MOST_SECONDS } from '#messages/limits.ts';
import type { MemberName } from '#messages/members.ts';

const tabId = z.string().max(FIELD_LIMIT).optional();
const refName = z.string().min(1).max(100);
const refTarget = z.strictObject({ type: z.literal('ref'), ref: refName });
const coordinateTarget = z.strictObject({ type: z.literal('coordinate'), x: z.int(), y: z.int() });
const target = z.discriminatedUnion('type', [coordinateTarget, refTarget]);
const seconds = z
  .number()
  .refine((value) => value >= 0 && value <= MOST_SECONDS, `must be between 0 and ${MOST_SECONDS} seconds`);

const nothing = z.strictObject({});
const onTab = z.strictObject({ tab_id: tabId });
const click = z.strictObject({ target, modifiers: z.string().max(100).optional(), tab_id: tabId });
const atPoint = z.strictObject({ target: coordinateTarget, tab_id: tabId });

/** What each member takes. An absent argument may be null; one that a member does not have is refused. */
export const MEMBER_INPUTS = {
  navigate: z.strictObject({ url: z.string().min(1).max(16_384), tab_id: tabId }),
  screenshot: onTab,
  zoom: z.strictObject({ region: z.tuple([z.number(), z.number(), z.number(), z.number()]), tab_id: tabId }),
  left_click: click,
  right_click: click,
  middle_click: click,
  double_click: click,
  triple_click: click,
  hover: z.strictObject({ target, tab_id: tabId }),
  left_click_drag: z.strictObject({ from: coordinateTarget, target: coordinateTarget, tab_id: tabId }),
  left_mouse_down: atPoint,
  left_mouse_up: atPoint,
  mouse_move: atPoint,
  scroll: z.strictObject({
    target: coordinateTarget,
    scroll_direction: z.enum(['up', 'down', 'left', 'right']),
    scroll_amount: z
      .number()
      .refine((value) => value >= 1 && value <= MOST_NOTCHES, `must be between 1 and ${MOST_NOTCHES} notches`)
      .optional(),
    tab_id: tabId,
  }),
  scroll_to: z.strictObject({ target: refTarget, tab_id: tabId }),
  type: z.strictObject({ text: z.string().max(100_000), tab_id: tabId }),
  key: z.strictObject({
    text: z.string().min(1).max(1_000),
    repeat: z
      .int()
      .refine((value) => value >= 1 && value <= MOST_REPEATS, `must be between 1 and ${MOST_REPEATS}`)
      .optional(),
    tab_id: tabId,
  }),
  hold_key: z.strictObject({ text: z.string().min(1).max(100), duration: seconds, tab_id: tabId }),
  wait: z.strictObject({ duration: seconds, tab_id: tabId }),
  read_page: z.strictObject({
    filter: z.enum(['interactive', 'all']).optional(),
    depth: z.int().min(1).optional(),
    ref: refName.optional(),
    tab_id: tabId,
  }),
  find: z.strictObject({ query: z.string().min(1).max(1_000), tab_id: tabId }),
  get_page_text: onTab,
  form_input: z.strictObject({
    target: refTarget,
    value: z.union([z.string().max(100_000), z.number(), z.boolean()]),
    tab_id: tabId,
  }),
  file_upload: z.strictObject({
    target: refTarget,
    paths: z.array(z.string().max(FIELD_LIMIT)).max(20).optional(),
    document_ids: z.array(z.string().max(FIELD_LIMIT)).max(20).optional(),
    tab_id: tabId,
  }),
  read_console: onTab,
  read_network: onTab,
  javascript_exec: z.strictObject({ text: z.string().min(1).max(50_000), tab_id: tabId }),
  new_tab: nothing,
  list_tabs: nothing,
  switch_tab: z.strictObject({ tab_id: z.string().min(1).max(FIELD_LIMIT) }),
  close_tab: z.strictObject({ tab_id: z.string().min(1).max(FIELD_LIMIT) }),
} as const satisfies Readonly<Record<MemberName, z.ZodType>>;

export type MemberInput<Name extends MemberName> = z.output<(typeof MEMBER_INPUTS)[Name]>;
export type PointTarget = z.output<typeof coordinateTarget>;
export type AnyTarget = z.output<typeof target>;

/** A call's input without the arguments that are null: those are absent. */
export function withoutNulls(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input ?? {};
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

/** What is wrong with an input, an argument and what it should be at a time. */
export function faultsOf(error: z.ZodError): string {
  return error.issues
    .map((issue) => {
      const path = issue.path.join('.');
      if (issue.code === 'unrecognized_keys') return `unknown argument ${issue.keys.join(', ')}`;
      return path === '' ? issue.message : `${path}: ${issue.message}`;
    })
    .join('; ');
}
