import { loadTypeScript } from '../load-typescript.mjs';
import { cell } from './cell.mjs';

const HEAD = `# Tools

Made from the tables in \`src/faces/portal\` by \`npm run generate\`; not to be edited by hand.

These are the tools that an MCP client lists, then the groups that \`--caps\` adds. Arguments in *italics* may be left out. A *ref* is copied from a
reply, such as \`e12@v3\`. What a reply looks like: [tools and MCP](../guides/tools-and-mcp.md).
`;

const WHAT = {
  console: 'What pages write to their consoles.',
  network: 'What pages ask of servers, without what signs in.',
  storage: 'Cookies and storage of the current site, and a file to begin a later session with.',
  pdf: 'The page as it would be printed, for whoever audits the session.',
  script: 'Code in pages. The flag is the consent: it lets every script of this server through.',
  vision:
    'Pictures for the model, and the pointer at their pixels. Without this group no reply has a picture.',
};

/** The page of every tool with its arguments, the usual ones and then each group. */
export async function toolsPage() {
  const { createPortalFace } = await loadTypeScript('src/faces/portal/face.ts');
  const { CAP_TOOLS } = await loadTypeScript('src/faces/portal/caps.ts');
  const { withSkills } = await loadTypeScript('src/faces/portal/skill-tool.ts');
  const { z } = await import('zod');
  const tools = withSkills(createPortalFace({ vaults: ['default'] }), { language: 'en' }).tools;
  const page = (tool, level) => section(tool, z.toJSONSchema(tool.inputSchema, { io: 'input' }), level);
  const groups = Object.entries(CAP_TOOLS).flatMap(([cap, members]) => [
    `## Group \`${cap}\`\n\n${WHAT[cap]} Off until the server is started with \`--caps ${cap}\`; several groups with commas between.\n`,
    ...members.map((tool) => page(tool, '###')),
  ]);
  return [HEAD, ...tools.map((tool) => page(tool, '##')), ...groups].join('\n');
}

function section({ name, description, annotations }, schema, level) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([key, property]) =>
      `| ${required.has(key) ? `\`${key}\`` : `*\`${key}\`*`} | ${cell(kindOf(property))} | ${cell(property.description ?? '')} |`,
  );
  const table =
    rows.length === 0 ? 'No arguments.' : `| argument | is | |\n|---|---|---|\n${rows.join('\n')}`;
  return `${level} ${name}

${description.replaceAll('<', '&lt;')}${annotations.readOnlyHint ? ' Changes nothing.' : ''}

${table}
`;
}

function kindOf({ type, enum: values, items, minimum, maximum, minItems, maxItems }) {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(', ');
  if (type === 'array') return `list of ${kindOf(items ?? {})}${range(minItems, maxItems, ' entries')}`;
  if (type === 'integer' || type === 'number') return `${type}${range(minimum, maximum, '')}`;
  return type ?? 'object';
}

function range(least, most, unit) {
  const isBounded = most !== undefined && most < Number.MAX_SAFE_INTEGER;
  if (least === undefined && !isBounded) return '';
  return isBounded ? `, ${least ?? 0} to ${most}${unit}` : `, from ${least}${unit}`;
}
