/** Clients whose way of being told of a server is known; `generic` is what most others read. */
export const CLIENTS = ['generic', 'claude-code', 'claude-desktop', 'cursor', 'vscode', 'codex'] as const;
export type ClientName = (typeof CLIENTS)[number];

/** How a client reaches Portolan: a running server, or a process of its own. */
export type Access =
  | { readonly kind: 'http'; readonly url: string; readonly token: string }
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] };

export interface ClientBlock {
  /** Where the block belongs: a file, or the shell. */
  readonly goesTo: string;
  readonly text: string;
}

/** The block that a client needs, ready to paste. `claude-desktop` starts processes only. */
export function clientBlock(client: ClientName, access: Access): ClientBlock {
  switch (client) {
    case 'claude-code':
      return { goesTo: 'a shell', text: claudeCode(access) };
    case 'claude-desktop':
      return { goesTo: 'claude_desktop_config.json', text: servers('mcpServers', plain(access)) };
    case 'cursor':
      return { goesTo: '.cursor/mcp.json', text: servers('mcpServers', plain(access)) };
    case 'vscode':
      return { goesTo: '.vscode/mcp.json', text: servers('servers', typed(access)) };
    case 'codex':
      return { goesTo: '~/.codex/config.toml', text: codex(access) };
    case 'generic':
      return { goesTo: "the client's list of MCP servers", text: servers('mcpServers', typed(access)) };
  }
}

function plain(access: Access): object {
  if (access.kind === 'stdio') return { command: access.command, args: access.args };
  return { url: access.url, headers: { Authorization: `Bearer ${access.token}` } };
}

function typed(access: Access): object {
  return { type: access.kind, ...plain(access) };
}

function servers(key: string, entry: object): string {
  return JSON.stringify({ [key]: { portolan: entry } }, null, 2);
}

function claudeCode(access: Access): string {
  if (access.kind === 'stdio') {
    return ['claude mcp add portolan --', access.command, ...access.args].map(quoted).join(' ');
  }
  const header = quoted(`Authorization: Bearer ${access.token}`);
  return `claude mcp add --transport http portolan ${quoted(access.url)} --header ${header}`;
}

function quoted(word: string, index = 1): string {
  return index === 0 || /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function codex(access: Access): string {
  const lines =
    access.kind === 'stdio'
      ? [`command = ${JSON.stringify(access.command)}`, `args = ${JSON.stringify(access.args)}`]
      : [
          `url = ${JSON.stringify(access.url)}`,
          `http_headers = { Authorization = ${JSON.stringify(`Bearer ${access.token}`)} }`,
        ];
  return ['[mcp_servers.portolan]', ...lines].join('\n');
}
