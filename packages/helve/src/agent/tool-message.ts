import type { CallRecord } from '../store/records.ts';
import type { ToolMessage, ToolResultPart } from '../tool/message.ts';
import type { ToolResultOutput } from '../tool/model-output.ts';

/** What stands in the history for a call that is open still. */
const PROVISIONAL: Readonly<Record<CallRecord['state'], ToolResultOutput | undefined>> = {
  approval: { type: 'text', value: 'This call is waiting for approval; it has not run.' },
  suspended: { type: 'text', value: 'This call is waiting for an answer; it has not finished.' },
  executing: { type: 'text', value: 'This call is running; its result will follow.' },
  client: { type: 'text', value: 'This call is carried out elsewhere; its result will follow.' },
  settled: undefined,
};

/** The results of one step's calls as the provider needs them: one per call, in call order. */
export function toolMessage(records: readonly (CallRecord | undefined)[]): ToolMessage {
  const known = records.filter((record) => record !== undefined);
  const content = known.toSorted((a, b) => a.index - b.index).map(resultPart);
  return { role: 'tool', content };
}

function resultPart(call: CallRecord): ToolResultPart {
  const { toolCallId, toolName, providerToolCallId, result, state } = call;
  const output = result ?? PROVISIONAL[state];
  if (!output) throw new TypeError(`Call "${toolCallId}" is settled and has no result.`);
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(providerToolCallId === undefined || providerToolCallId === ''
      ? {}
      : { providerToolCallId }),
  };
}
