import type { MessageRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { ToolResultPart } from '../../tool/message.ts';

/** The result of a call that a run's history has: what is left of most calls once they have ended. */
export async function toldResult(
  store: Store,
  runId: string,
  toolCallId: string,
): Promise<ToolResultPart | undefined> {
  return (await toldResults(store, runId)).get(toolCallId);
}

/** The results of calls that a run's history has, by the ids of the calls. */
export async function toldResults(
  store: Store,
  runId: string,
): Promise<ReadonlyMap<string, ToolResultPart>> {
  return resultsIn(await store.loadMessages(runId));
}

/** The results among messages, by the ids of the calls. */
export function resultsIn(
  messages: readonly Pick<MessageRecord, 'message'>[],
): ReadonlyMap<string, ToolResultPart> {
  const told = new Map<string, ToolResultPart>();
  for (const { message } of messages) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result') told.set(part.toolCallId, part);
    }
  }
  return told;
}
