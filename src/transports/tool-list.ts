import { z } from 'zod';
import type { HostedTool } from './host.ts';

/** A tool as protocols and model interfaces list it. */
export interface ToolEntry {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, unknown>>;
  readonly annotations: HostedTool['annotations'];
}

const lists = new WeakMap<object, readonly ToolEntry[]>();

/** The tools of a face as they are listed; made once a face. */
export function listedTools(face: { readonly tools: readonly HostedTool[] }): readonly ToolEntry[] {
  const known = lists.get(face);
  if (known !== undefined) return known;
  const list = face.tools.map(({ name, title, description, inputSchema, annotations }) => ({
    name,
    title,
    description,
    inputSchema: schemaOf(inputSchema),
    annotations: { ...annotations },
  }));
  lists.set(face, list);
  return list;
}

/** Without the dialect line that every tool would repeat. */
function schemaOf(schema: z.ZodType): ToolEntry['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return { ...json, type: 'object' };
}
