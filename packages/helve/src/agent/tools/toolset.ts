import { adaptInput } from '../../call/adapt-input.ts';
import type { ModelTool, ProviderTool } from '../../model/model-request.ts';
import type { RootKind } from '../../schema/adapt-root.ts';
import { isTool } from '../../tool/is-tool.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Logger } from '../../tool/logger.ts';
import type { ToolSource } from '../../tool/tool.ts';
import { InvalidAgentError } from '../agent-errors.ts';
import type { ProvidedTool, ToolRecord } from '../agent-options.ts';

/** The names that every provider takes. */
const VALID_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const RESERVED_PREFIX = 'helve_';

/** The tools of one run, by the name a model uses. */
export interface Toolset {
  /** What the pipeline runs; provider tools are not among them. */
  readonly tools: ReadonlyMap<string, ToolSource>;
  /** What a model is told of the active ones, in the order of their registration. */
  describe(active: ReadonlySet<string>): readonly (ModelTool | ProviderTool)[];
  readonly names: ReadonlySet<string>;
}

/**
 * Checks a record of tools and prepares what models are told of them. Descriptions are made when a
 * model first needs them, and kept.
 *
 * @throws InvalidAgentError (`INVALID_AGENT`) naming the tool and what is wrong with its name.
 */
export function createToolset(record: ToolRecord, logger: Logger): Toolset {
  checkRecord(record);
  const tools = new Map<string, ToolSource>();
  const providerTools = new Map<string, ProviderTool>();
  for (const [name, tool] of Object.entries(record)) {
    checkName(name);
    if (isTool(tool)) tools.set(name, tool.source);
    else if (isProvidedTool(tool)) {
      providerTools.set(name, { type: 'provider', id: tool.id, name, args: tool.args });
    } else {
      throw new InvalidAgentError(`tools.${name} is not a tool. Make it with createTool({ … }).`);
    }
  }
  const names = new Set(Object.keys(record));
  let last:
    | { active: ReadonlySet<string>; described: readonly (ModelTool | ProviderTool)[] }
    | undefined;
  return {
    tools,
    names,
    describe(active) {
      // The same tools are active in nearly every step, and models are told of them in each.
      if (last?.active === active) return last.described;
      const described: (ModelTool | ProviderTool)[] = [];
      for (const name of names) {
        if (!active.has(name)) continue;
        const tool = tools.get(name);
        const model = tool ? describeTool(name, tool, logger) : providerTools.get(name);
        if (model) described.push(model);
      }
      last = { active, described };
      return described;
    },
  };
}

function checkRecord(record: unknown): void {
  const isRecord =
    typeof record === 'object' &&
    record !== null &&
    !(Symbol.iterator in record) &&
    !isTool(record);
  if (isRecord) return;
  throw new InvalidAgentError(
    '`tools` must be a record of name ⇒ tool: tools: { getWeather: weatherTool }.',
  );
}

function checkName(name: string): void {
  if (name.startsWith(RESERVED_PREFIX)) {
    throw new InvalidAgentError(
      `The tool name "${name}" is reserved: names must not start with "${RESERVED_PREFIX}".`,
    );
  }
  if (!VALID_NAME.test(name)) {
    throw new InvalidAgentError(
      `The tool name "${name}" is not one that every provider takes. Use up to 64 letters, digits, "_" and "-" for the key in \`tools\`.`,
    );
  }
}

function isProvidedTool(tool: unknown): tool is ProvidedTool {
  if (typeof tool !== 'object' || tool === null) return false;
  const type: unknown = Reflect.get(tool, 'type');
  const id: unknown = Reflect.get(tool, 'id');
  return (type === 'provider' || type === 'provider-defined') && typeof id === 'string';
}

const described = new WeakMap<ToolSource, Map<string, ModelTool>>();

/** A tool as a model is told of it; made once for each name. */
export function describeTool(name: string, tool: ToolSource, logger: Logger): ModelTool {
  const byName = described.get(tool) ?? new Map<string, ModelTool>();
  described.set(tool, byName);
  const known = byName.get(name);
  if (known) return known;
  const adapted = adaptInput(tool, name);
  if (tool.strict === true && adapted.kind === 'union') {
    logger.warn(
      `Tool "${name}" is not sent as strict: its input is a union, which strict mode does not take.`,
    );
  }
  const strict = adapted.kind === 'union' ? undefined : tool.strict;
  const { description, inputExamples, providerOptions } = tool;
  const model: ModelTool = {
    name,
    // The description of a schema is a JSON document.
    inputSchema: adapted.document as JsonObject,
    ...(description === undefined ? {} : { description }),
    ...(strict === undefined ? {} : { strict }),
    ...(inputExamples === undefined
      ? {}
      : { inputExamples: asExamples(inputExamples, adapted.kind) }),
    ...(providerOptions === undefined ? {} : { providerOptions }),
  };
  byName.set(name, model);
  return model;
}

/** Examples are inputs of the schema, so JSON; they are wrapped where the schema's root is. */
function asExamples(
  examples: NonNullable<ToolSource['inputExamples']>,
  kind: RootKind,
): NonNullable<ModelTool['inputExamples']> {
  const given = examples as NonNullable<ModelTool['inputExamples']>;
  return kind === 'value' ? given.map(({ input }) => ({ input: { value: input } })) : given;
}
