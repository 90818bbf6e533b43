export { type BrowserToolsetOptions, PortolanBrowserToolset } from '#transports/anthropic/browser-toolset.ts';
