import type { CallRecord } from '../../store/records.ts';
import type {
  ModelMessage,
  ToolCallPart,
  ToolMessage,
  ToolResultPart,
  UserMessage,
} from '../../tool/message.ts';
import type { ProviderOptions, ToolResultOutput } from '../../tool/model-output.ts';

/** What stands in the history for a call that is open still. */
const PROVISIONAL: Readonly<Record<CallRecord['state'], ToolResultOutput | undefined>> = {
  approval: { type: 'text', value: 'This call is waiting for approval; it has not run.' },
  suspended: { type: 'text', value: 'This call is waiting for an answer; it has not finished.' },
  delegated: { type: 'text', value: 'This call is waiting for a person; it has not finished.' },
  executing: { type: 'text', value: 'This call is running; its result will follow.' },
  client: { type: 'text', value: 'This call is carried out elsewhere; its result will follow.' },
  settled: undefined,
};

/** The results of one step's calls as the provider needs them: one per call, in call order. */
export function toolMessage(records: readonly (CallRecord | undefined)[]): ToolMessage {
  const known = records.filter((record) => record !== undefined);
  if (known.length > 1) known.sort((a, b) => a.index - b.index);
  return { role: 'tool', content: known.map(resultPart) };
}

/** The result of a call as its record has it: a provisional one while the call is open. */
export function resultPart(call: CallRecord): ToolResultPart {
  const { toolCallId, toolName, providerToolCallId, providerOptions, result, state } = call;
  const output = result ?? PROVISIONAL[state];
  if (!output) throw new TypeError(`Call "${toolCallId}" is settled and has no result.`);
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output,
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(providerToolCallId === undefined || providerToolCallId === ''
      ? {}
      : { providerToolCallId }),
  };
}

/**
 * The result of a call for which there is no record: it is still being looked at. The message with
 * the call is stored first, so that another run on the thread may come upon it.
 */
export function unrecordedResult(call: ToolCallPart): ToolResultPart {
  const { toolCallId, toolName, providerToolCallId, providerOptions } = call;
  return {
    type: 'tool-result',
    toolCallId,
    toolName,
    output: { type: 'text', value: 'This call has not run yet; its result will follow.' },
    ...(providerOptions === undefined ? {} : { providerOptions }),
    ...(providerToolCallId === undefined ? {} : { providerToolCallId }),
  };
}

/** Marks a message that is not part of what was said. */
export const NOTE: ProviderOptions = { helve: { note: true } };

/**
 * What tells the model to go on where the conversation has moved on behind its calls: a provider
 * takes an assistant's message at the end for one to be continued.
 */
export function resultsNote(calls: readonly { readonly toolName: string }[]): UserMessage {
  const names = [...new Set(calls.map(({ toolName }) => `"${toolName}"`))].join(', ');
  return {
    role: 'user',
    content: `(Calls that were waiting have their results now: ${names}. Go on with them.)`,
    providerOptions: NOTE,
  };
}

/** Whether a message was written by the runtime and belongs to no transcript. */
export function isNote(message: ModelMessage): boolean {
  return message.providerOptions?.['helve']?.['note'] === true;
}
