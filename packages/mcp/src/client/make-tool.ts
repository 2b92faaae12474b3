import type { JsonObject, StandardJsonSchema, Tool, ToolTransform } from 'helve';
import { createTool } from 'helve';
import { CallClock } from './call-clock.ts';
import { callServer } from './call-server.ts';
import { readPayload, withoutState } from './carried-state.ts';
import { checkedSchema } from './checked-schema.ts';
import { answerSchemaOf } from './elicitation.ts';
import { McpTimeoutError, McpToolFailedError } from './mcp-errors.ts';
import { textOf } from './model-output.ts';
import type { ServerParts } from './tool-call.ts';
import { effectsOf } from './tool-call.ts';
import type { McpToolDefinition } from './tool-definition.ts';
import { toolOutputs } from './tool-output.ts';

const NO_FORM: JsonObject = { type: 'object' };
const NO_REASON = 'The tool failed, and gave no reason.';

/**
 * Makes a tool of a server's definition, like any other tool but that its work is done elsewhere.
 *
 * @throws SchemaError where its input schema cannot be validated with.
 */
export function makeTool(name: string, definition: McpToolDefinition, parts: ServerParts): Tool {
  const { settings } = parts;
  const { title, description, annotations, icons, _meta } = definition;
  const isTrusted = settings.trusts(definition.name);
  const shownTitle = title ?? annotations?.title;
  const outputSchema = outputSchemaOf(definition, parts, isTrusted);
  const outputs = toolOutputs(outputSchema !== undefined);
  return createTool({
    id: name,
    ...(shownTitle === undefined ? {} : { title: shownTitle }),
    ...(description === undefined ? {} : { description }),
    inputSchema: checkedSchema(definition.inputSchema, isTrusted),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    mcp: {
      trusted: isTrusted,
      // Its server gives it to clients beside the content: nothing is hidden by that.
      ...(outputSchema === undefined ? {} : { structuredOutput: true }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(icons === undefined ? {} : { icons }),
      ...(_meta === undefined ? {} : { _meta }),
    },
    requireApproval: settings.asks(definition.name),
    resumeSchemaFor: (asked) => answerSchemaOf(readPayload(asked)?.requestedSchema ?? NO_FORM),
    transform: { display: FORMS, transcript: FORMS },
    toModelOutput: outputs.forModel,
    execute: async (input, context) => {
      const timedOut = (limitMs: number): Error =>
        new McpTimeoutError(settings.name, limitMs, effectsOf({ parts, definition }));
      const clock = new CallClock(settings, timedOut);
      const result = await callServer({ parts, definition, input, context, clock });
      if (result.isError) {
        const text = textOf(outputs.contentOf(result));
        throw new McpToolFailedError(settings.name, definition.name, text || NO_REASON);
      }
      return outputs.valueOf(result);
    },
  });
}

/** A tool whose outputs cannot be checked can still be used; one whose inputs cannot, not. */
function outputSchemaOf(
  { name, outputSchema }: McpToolDefinition,
  { log }: ServerParts,
  isTrusted: boolean,
): StandardJsonSchema | undefined {
  if (!outputSchema) return undefined;
  try {
    return checkedSchema(outputSchema, isTrusted);
  } catch (error) {
    log(
      'warn',
      `outputs of its tool "${name}" are not checked, because its outputSchema cannot be used.`,
      { error },
    );
    return undefined;
  }
}

/** People see everything but what a suspended call carries for itself. */
const FORMS: NonNullable<ToolTransform['display']> = {
  input: ({ input }) => input ?? null,
  inputDelta: ({ inputTextDelta }) => inputTextDelta ?? '',
  progress: ({ progress }) => progress ?? null,
  output: ({ output }) => output ?? null,
  error: ({ error }) => ({ message: messageOf(error) }),
  suspend: ({ suspendPayload }) => withoutState(suspendPayload),
  resume: ({ resumeData }) => resumeData ?? null,
};

function messageOf(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return hasMessage ? String(error.message) : String(error);
}
