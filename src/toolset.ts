export type { ConfirmCall } from '#faces/toolset/executor.ts';
export { isPortolanError, PortolanError } from '#kernel/error.ts';
export type { BrokenRule } from '#messages/broken-rule.ts';
export { fitSize, fits, type ImageTier, type PictureSize, visualTokens } from '#messages/image-fit.ts';
export { MEMBER_NAMES, type MemberName } from '#messages/members.ts';
export { type Rendered, type RenderState, renderForModel } from '#messages/render-for-model.ts';
export { type ValidateOptions, validateRequest } from '#messages/validate-request.ts';
export type {
  AssistantMessage,
  BrowserStateBlock,
  ImageBlock,
  MemberConfigs,
  ResultBlock,
  StateChange,
  TabEntry,
  TextBlock,
  ToolResult,
  ToolsetEntry,
  ToolUse,
} from '#messages/wire.ts';
export { createToolset, type Toolset, type ToolsetOptions } from '#transports/library/create-toolset.ts';
