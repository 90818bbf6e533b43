import { loadTypeScript } from '../load-typescript.mjs';
import { cell } from './cell.mjs';

const HEAD = `# Tools

Made from the tables in \`src/faces/portal\` by \`npm run generate\`; not to be edited by hand.

These are the tools that an MCP client lists. Arguments in *italics* may be left out. A *ref* is copied from a
reply, such as \`e12@v3\`. What a reply looks like: [tools and MCP](../guides/tools-and-mcp.md).
`;

/** The page of every tool with its arguments. */
export async function toolsPage() {
  const { portalFace } = await loadTypeScript('src/faces/portal/face.ts');
  const { withSkills } = await loadTypeScript('src/faces/portal/skill-tool.ts');
  const { z } = await import('zod');
  const tools = withSkills(portalFace, { language: 'en' }).tools;
  return [
    HEAD,
    ...tools.map((tool) => section(tool, z.toJSONSchema(tool.inputSchema, { io: 'input' }))),
  ].join('\n');
}

function section({ name, description, annotations }, schema) {
  const required = new Set(schema.required ?? []);
  const rows = Object.entries(schema.properties ?? {}).map(
    ([key, property]) =>
      `| ${required.has(key) ? `\`${key}\`` : `*\`${key}\`*`} | ${cell(kindOf(property))} | ${cell(property.description ?? '')} |`,
  );
  const table =
    rows.length === 0 ? 'No arguments.' : `| argument | is | |\n|---|---|---|\n${rows.join('\n')}`;
  return `## ${name}

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
