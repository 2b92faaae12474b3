import { isNestedDeeper } from '../is-nested-deeper.ts';
import { readBlock } from './content-block.ts';
import { isObject, MAX_DEPTH } from './json.ts';
import type { OnLeftOut } from './screen-messages.ts';
import { taskAsResult } from './task-handle.ts';
import type { McpToolDefinition } from './tool-definition.ts';
import { readDefinition } from './tool-definition.ts';

type Raw = Readonly<Record<string, unknown>>;

// The SDK takes anything in `_meta`, and refuses much elsewhere.
const DEFINITION = 'helve/definition';
const STRUCTURED = 'helve/structuredContent';

/** A tool list as the SDK takes it; what there is of each tool is beside it. */
export function screenList(result: Raw, onLeftOut: OnLeftOut): Raw {
  const { tools, nextCursor, ...rest } = result;
  const readable = (Array.isArray(tools) ? tools : []).flatMap((raw: unknown) => {
    const read = readDefinition(raw);
    if (!read.ok) {
      onLeftOut(read.name, read.why);
      return [];
    }
    const { name, inputSchema } = read.definition;
    return [{ name, inputSchema, _meta: { [DEFINITION]: read.definition } }];
  });
  const next = typeof nextCursor === 'string' ? { nextCursor } : {};
  return { ...rest, ...next, tools: readable };
}

/** The definitions in a list that was screened. */
export function definitionsIn(
  tools: readonly { readonly _meta?: Raw | undefined }[],
): readonly McpToolDefinition[] {
  // `screenList` wrote them there.
  return tools.flatMap(({ _meta }) => (_meta?.[DEFINITION] ?? []) as McpToolDefinition);
}

/** A call's result as the SDK takes it. */
export function screenResult(result: Raw): Raw {
  const task = taskAsResult(result);
  if (task) return task;
  if (result['resultType'] !== undefined && result['resultType'] !== 'complete') return result;
  const { content, structuredContent: given, isError, _meta, ...rest } = result;
  const structuredContent = notTooDeep(given, TOO_DEEP);
  const isPlain = structuredContent === undefined || isObject(structuredContent);
  const meta = isObject(_meta) ? Object(notTooDeep(_meta, {})) : {};
  return {
    ...rest,
    content: Array.isArray(content) ? content.map(readBlock) : [],
    // What is not clearly a success is none.
    ...(isError === undefined || isError === false ? {} : { isError: true }),
    ...(isPlain && structuredContent !== undefined ? { structuredContent } : {}),
    _meta: isPlain ? meta : { ...meta, [STRUCTURED]: structuredContent },
  };
}

/** What stands in the place of a part that nobody could go through, as in any output. */
const TOO_DEEP = '[too deep]';

function notTooDeep(value: unknown, otherwise: unknown): unknown {
  return isNestedDeeper(MAX_DEPTH, value) ? otherwise : value;
}

/** The structured content of a result that was screened; `undefined` where there is none. */
export function structuredOf(result: {
  readonly structuredContent?: unknown;
  readonly _meta?: Raw | undefined;
}): unknown {
  return result.structuredContent ?? result._meta?.[STRUCTURED];
}
