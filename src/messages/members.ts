/** What a successful result of a member is made of. */
export const RESULT_KINDS = ['navigate', 'screenshot', 'text', 'tab', 'tabs', 'none'] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];

interface MemberRow {
  readonly result: ResultKind;
  /** Off until it is switched on. */
  readonly isOptional?: true;
  /** May only be switched on where somebody is asked about each call. */
  readonly wantsConfirm?: true;
}

/** The members of the toolset, in the order in which models are told of them. */
export const MEMBERS = {
  navigate: { result: 'navigate' },
  screenshot: { result: 'screenshot' },
  zoom: { result: 'screenshot' },
  left_click: { result: 'none' },
  right_click: { result: 'none' },
  middle_click: { result: 'none' },
  double_click: { result: 'none' },
  triple_click: { result: 'none' },
  hover: { result: 'none' },
  left_click_drag: { result: 'none' },
  left_mouse_down: { result: 'none' },
  left_mouse_up: { result: 'none' },
  mouse_move: { result: 'none' },
  scroll: { result: 'none' },
  scroll_to: { result: 'none' },
  type: { result: 'none' },
  key: { result: 'none' },
  hold_key: { result: 'none' },
  wait: { result: 'none' },
  read_page: { result: 'text' },
  find: { result: 'text' },
  get_page_text: { result: 'text' },
  form_input: { result: 'none' },
  file_upload: { result: 'none', isOptional: true, wantsConfirm: true },
  read_console: { result: 'text', isOptional: true },
  read_network: { result: 'text', isOptional: true },
  javascript_exec: { result: 'text', isOptional: true, wantsConfirm: true },
  new_tab: { result: 'tab' },
  list_tabs: { result: 'tabs' },
  switch_tab: { result: 'tab' },
  close_tab: { result: 'none' },
} as const satisfies Readonly<Record<string, MemberRow>>;

export type MemberName = keyof typeof MEMBERS;

export const MEMBER_NAMES = Object.keys(MEMBERS) as readonly MemberName[];

/** Their successful results hold one state block and nothing else. */
export const TAB_MEMBERS: ReadonlySet<string> = new Set(['new_tab', 'list_tabs', 'switch_tab', 'close_tab']);

/** Their results hold an image. */
export const PICTURE_MEMBERS: ReadonlySet<string> = new Set(['screenshot', 'zoom']);

export function isMember(name: string): name is MemberName {
  return Object.hasOwn(MEMBERS, name);
}

export function isOptional(name: MemberName): boolean {
  const row: MemberRow = MEMBERS[name];
  return row.isOptional === true;
}

/** Whether a member may only be switched on where somebody is asked about each call. */
export function wantsConfirm(name: MemberName): boolean {
  const row: MemberRow = MEMBERS[name];
  return row.wantsConfirm === true;
}
