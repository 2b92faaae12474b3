import type { CallToolResult } from '@modelcontextprotocol/client';
import type { ModelOutput } from 'helve';
import type { ContentBlock } from './content-block.ts';
import { isObject } from './json.ts';
import { contentForModel } from './model-output.ts';
import { structuredOf } from './screen-result.ts';

/** What a tool without an output schema gives: all that its server did. */
export interface McpToolOutput {
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: unknown;
}

/** How the results of one tool become outputs, and what a model is given of them. */
export interface ToolOutputs {
  contentOf(result: CallToolResult): readonly ContentBlock[];
  /** What is validated, and what the application gets. */
  valueOf(result: CallToolResult): unknown;
  /** The content: it is made for models, and structured content for programs. */
  forModel(output: unknown): ModelOutput;
}

/** @param isStructured whether the tool has an output schema, which describes structured content. */
export function toolOutputs(isStructured: boolean): ToolOutputs {
  /** The content that came along with an output. */
  const contents = new WeakMap<object, readonly ContentBlock[]>();
  return {
    contentOf,
    valueOf(result) {
      const content = contentOf(result);
      const structured = structuredOf(result);
      if (!isStructured) {
        return { content, ...(structured === undefined ? {} : { structuredContent: structured }) };
      }
      const value = structured === undefined ? valueInText(content) : structured;
      if (typeof value === 'object' && value !== null) contents.set(value, content);
      return value;
    },
    forModel(output) {
      const isObjectLike = typeof output === 'object' && output !== null;
      const content = isObjectLike ? contents.get(output) : undefined;
      if (content && content.length > 0) return contentForModel(content);
      if (!isStructured && isOutput(output)) {
        const { content: blocks, structuredContent } = output;
        const hasMore = blocks.length === 0 && structuredContent !== undefined;
        return hasMore ? asJson(structuredContent) : contentForModel(blocks);
      }
      return asJson(output);
    },
  };
}

function contentOf({ content }: CallToolResult): readonly ContentBlock[] {
  // Screened, block by block, before the SDK saw it.
  return content as readonly ContentBlock[];
}

/** Servers of before structured content write the same as JSON into the first text. */
function valueInText(content: readonly ContentBlock[]): unknown {
  const text = content.find((block) => block.type === 'text')?.text;
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of this shape it is unless a guard answered in the tool's place. */
function isOutput(output: unknown): output is McpToolOutput {
  return isObject(output) && Array.isArray(output['content']);
}

function asJson(value: unknown): ModelOutput {
  // It came as JSON; what a guard answered is made JSON like any output.
  return {
    type: 'json',
    value: (value ?? null) as Extract<ModelOutput, { type: 'json' }>['value'],
  };
}
