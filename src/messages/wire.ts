/** The type of the toolset's entry in a request's `tools`. */
export const TOOLSET_TYPE = 'browser_toolset_20260801';
/** The family of its members, as calls and results name it. */
export const TOOLSET_NAME = 'browser';

/** A call of an assistant message. One of the toolset carries the toolset's name; any other tool does not. */
export interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly toolset_name?: string | null;
}

/** An assistant message, as far as calls go; blocks of other kinds pass through unread. */
export interface AssistantMessage {
  readonly role?: string;
  readonly content: string | readonly (ToolUse | { readonly type: string })[];
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface ImageBlock {
  readonly type: 'image';
  readonly source: { readonly type: 'base64'; readonly media_type: ImageType; readonly data: string };
}

/** One open tab. */
export interface TabEntry {
  readonly tab_id: string;
  readonly title: string;
  readonly url: string;
  readonly active?: boolean;
}

/** What a call changed beside its own page, each change with the fields of its own type and no others. */
export type StateChange =
  | { readonly type: 'tab_opened'; readonly tab_id: string }
  | { readonly type: 'download_started'; readonly download_id: string; readonly url: string }
  | {
      readonly type: 'download_completed';
      readonly download_id: string;
      readonly url: string;
      readonly path?: string;
      readonly size_bytes?: number;
    }
  | {
      readonly type: 'download_failed';
      readonly download_id: string;
      readonly url: string;
      readonly error?: string;
    };

/** All tabs after a call. The model never sees the block; the API renders text from it. */
export interface BrowserStateBlock {
  readonly type: 'browser_state';
  readonly tabs: readonly TabEntry[];
  readonly state_changes?: readonly StateChange[];
}

export type ResultBlock = TextBlock | ImageBlock | BrowserStateBlock;

/** The answer to one member call, for the user message that follows. */
export interface ToolResult {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly toolset_name: 'browser';
  readonly content: string | readonly ResultBlock[];
  readonly is_error?: true;
}

/** Settings of one member in the toolset's entry. */
export interface MemberConfig {
  readonly enabled?: boolean | null;
  readonly defer_loading?: boolean | null;
}

export type MemberConfigs = Readonly<Record<string, MemberConfig | null | undefined>>;

/** The toolset as it stands in a request's `tools`. */
export interface ToolsetEntry {
  readonly type: typeof TOOLSET_TYPE;
  readonly configs?: MemberConfigs;
  readonly cache_control?: { readonly type: 'ephemeral'; readonly ttl?: '5m' | '1h' } | null;
}

/** The calls of a message that are the toolset's, in order. */
export function memberCalls(message: AssistantMessage): readonly ToolUse[] {
  if (typeof message.content === 'string') return [];
  return message.content.filter(isToolUse).filter((call) => call.toolset_name === TOOLSET_NAME);
}

function isToolUse(block: ToolUse | { readonly type: string }): block is ToolUse {
  return block.type === 'tool_use';
}
