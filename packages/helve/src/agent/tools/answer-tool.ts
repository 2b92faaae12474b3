import type { JsonValue } from '../../tool/json.ts';
import type { ToolSource } from '../../tool/tool.ts';
import type { PhaseTransforms } from '../../tool/tool-transform.ts';
import type { Waiting } from '../run/run-result.ts';
import { ownSchema } from './own-schema.ts';
import type { Toolset } from './toolset.ts';

export const ANSWER_TOOL = 'helve_answer';

const inputSchema = ownSchema({
  toolCallId: { type: 'string', description: 'The call that is answered.' },
  data: { description: 'The answer, as the call asks for it.' },
});

/** What people see of an answer handed over: which call it was for. */
const FORMS: PhaseTransforms = {
  // The input was validated by the schema above.
  input: ({ input }) => ({ toolCallId: (input as { readonly toolCallId?: string }).toolCallId }),
  output: () => ({ message: 'The answer was handed over.' }),
  error: () => ({ message: 'The answer could not be handed over.' }),
};

/** An answer that a model found in what the user wrote. */
export interface ModelAnswer {
  readonly runId: string;
  readonly toolCallId: string;
  /** The wait that the model was told of. */
  readonly waitNumber?: number;
  readonly data: unknown;
}

/**
 * The tool by which a model hands a user's answer to calls that are suspended on the thread. There
 * is none for approvals: those are a person's alone.
 */
export function answerTool(
  suspended: readonly Waiting[],
  toolset: Toolset,
  answer: (given: ModelAnswer) => Promise<JsonValue>,
): ToolSource {
  return {
    id: ANSWER_TOOL,
    description: describe(suspended, toolset),
    inputSchema,
    // The answer belongs to another tool, which says elsewhere what people may see of it.
    transform: { display: FORMS, transcript: FORMS },
    execute: async (input) => {
      // The input was validated by the schema above.
      const { toolCallId, data } = input as { readonly toolCallId: string; readonly data: unknown };
      const wait = suspended.find((each) => each.toolCallId === toolCallId);
      if (wait) {
        const { runId, waitNumber } = wait;
        const named = waitNumber === undefined ? {} : { waitNumber };
        return answer({ runId, toolCallId, ...named, data });
      }
      const ids = suspended.map((each) => `"${each.toolCallId}"`).join(', ');
      throw new Error(`No call "${toolCallId}" waits for an answer. These do: ${ids}.`);
    },
  };
}

function describe(suspended: readonly Waiting[], toolset: Toolset): string {
  const calls = suspended.map(({ toolCallId, toolName, payload, schema }) => {
    // A tool that shapes what the model sees has not shaped this.
    const hidden = toolset.tools.get(toolName)?.toModelOutput !== undefined;
    const asks = hidden || payload === undefined ? '' : ` It asks: ${JSON.stringify(payload)}.`;
    const wants = schema ? ` The data must fit this JSON Schema: ${JSON.stringify(schema)}.` : '';
    return `- call "${toolCallId}" of "${toolName}".${asks}${wants}`;
  });
  return `Hands over the user's answer to a call that waits for one, when the user has given it. Never make an answer up. Calls that wait:\n${calls.join('\n')}`;
}
