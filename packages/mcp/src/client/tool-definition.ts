import type { JsonObject, ToolAnnotations, ToolIcon } from 'helve';
import { isNestedDeeper } from '../is-nested-deeper.ts';
import { isObject, MAX_DEPTH } from './json.ts';

/** A server's tool as it is known of it: what of a tool list counts, and nothing else. */
export interface McpToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations?: ToolAnnotations;
  readonly icons?: readonly ToolIcon[];
  readonly _meta?: JsonObject;
  /** Whether the server carries the tool out as a task; servers of the 2025 revisions say so. */
  readonly execution?: { readonly taskSupport: 'required' | 'optional' | 'forbidden' };
}

/** A tool that can be used, or why it cannot. */
export type ReadDefinition =
  | { readonly ok: true; readonly definition: McpToolDefinition }
  | { readonly ok: false; readonly name: string; readonly why: string };

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
const TASK_SUPPORT = ['required', 'optional', 'forbidden'] as const;

/**
 * Reads one entry of a server's tool list. What is wrong with a part that a tool can do without costs
 * only that part; what is wrong with the rest costs the tool, and never the others of the list.
 */
export function readDefinition(raw: unknown): ReadDefinition {
  if (!isObject(raw)) return { ok: false, name: '(no name)', why: 'it is not an object' };
  const { name, title, description, inputSchema, outputSchema, icons, _meta } = raw;
  if (typeof name !== 'string' || name === '') {
    return { ok: false, name: '(no name)', why: 'it has no name' };
  }
  if (isNestedDeeper(MAX_DEPTH, raw)) {
    return { ok: false, name, why: `it is nested more than ${MAX_DEPTH} levels deep` };
  }
  const input = objectSchema(inputSchema);
  if (!input) return { ok: false, name, why: 'its inputSchema is not the schema of an object' };
  const annotations = readAnnotations(raw['annotations']);
  const taskSupport = readTaskSupport(raw['execution']);
  const definition: McpToolDefinition = {
    name,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: input,
    // What came over the wire is JSON.
    ...(isObject(outputSchema) ? { outputSchema: outputSchema as JsonObject } : {}),
    ...(annotations ? { annotations } : {}),
    ...(areIcons(icons) ? { icons } : {}),
    ...(isObject(_meta) ? { _meta: _meta as JsonObject } : {}),
    ...(taskSupport ? { execution: { taskSupport } } : {}),
  };
  return { ok: true, definition };
}

/**
 * An input schema as the protocol wants it; one that lacks only `type: 'object'` is given it. Whether
 * it can be validated with is seen when a tool is made of it.
 */
function objectSchema(schema: unknown): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  const { type, properties, required, $schema } = schema;
  const isSchema =
    (type === undefined || type === 'object') &&
    (properties === undefined || isObject(properties)) &&
    (required === undefined || (Array.isArray(required) && required.every(isText))) &&
    ($schema === undefined || isText($schema));
  // What came over the wire is JSON.
  return isSchema ? ({ ...schema, type: 'object' } as JsonObject) : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function readAnnotations(raw: unknown): ToolAnnotations | undefined {
  if (!isObject(raw)) return undefined;
  const { title } = raw;
  const hints = HINTS.flatMap((hint) =>
    typeof raw[hint] === 'boolean' ? [[hint, raw[hint]] as const] : [],
  );
  return { ...(typeof title === 'string' ? { title } : {}), ...Object.fromEntries(hints) };
}

function areIcons(raw: unknown): raw is readonly ToolIcon[] {
  return Array.isArray(raw) && raw.every((icon) => isObject(icon) && isText(icon['src']));
}

function readTaskSupport(raw: unknown): (typeof TASK_SUPPORT)[number] | undefined {
  return isObject(raw) ? TASK_SUPPORT.find((support) => support === raw['taskSupport']) : undefined;
}
