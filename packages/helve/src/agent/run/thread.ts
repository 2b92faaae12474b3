import type { MessageRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import { isOpen } from '../../store/store.ts';
import type { ModelMessage, ToolCallPart, ToolMessage } from '../../tool/message.ts';
import { toldResults } from '../calls/told-result.ts';
import { resultPart, unrecordedResult } from './tool-message.ts';
import { startOfTail } from './trim-thread.ts';

/** A conversation over several runs, as a model is to see it. */
export interface Thread {
  readonly messages: ModelMessage[];
  /** Run id ⇒ where the results of its last step stand, while they are provisional. */
  readonly openResults: ReadonlyMap<string, number>;
}

/** Which part of a conversation is wanted. */
export interface ThreadPart {
  readonly lastMessages?: number | undefined;
  readonly runId?: string;
  /** A run whose messages are left out: whoever asks has them. */
  readonly without?: string;
}

/**
 * Loads the conversation of a thread. Runs may have gone on behind one that waits, so the results of
 * a step are put right behind its calls, whenever they came; calls that are open still have a
 * provisional one. A provider always sees one result a call.
 *
 * `lastMessages` leaves out what is further back than so many messages; nothing of the run `runId`.
 */
export async function loadThread(
  store: Store,
  threadId: string,
  { lastMessages, runId: ownRunId, without }: ThreadPart = {},
): Promise<Thread> {
  const all = await store.loadThread(threadId);
  const records = without === undefined ? all : all.filter(({ runId }) => runId !== without);
  const results = new Map<string, MessageRecord>();
  const taken = new Set<string>();
  for (const record of records) {
    const { message, runId, position } = record;
    if (message.role === 'tool') results.set(placeOf(record), record);
    else if (ownCallsIn(message).length > 0) taken.add(placeOf({ runId, position: position + 1 }));
  }
  const messages: ModelMessage[] = [];
  const openResults = new Map<string, number>();
  let keptFrom: number | undefined;
  for (const record of records) {
    const { message, runId, position } = record;
    if (runId === ownRunId) keptFrom ??= messages.length;
    if (message.role === 'tool') {
      if (!taken.has(placeOf(record))) messages.push(...withoutResults(message));
      continue;
    }
    messages.push(message);
    const calls = ownCallsIn(message);
    if (calls.length === 0) continue;
    const result = results.get(placeOf({ runId, position: position + 1 }));
    if (result) messages.push(result.message);
    else {
      openResults.set(runId, messages.length);
      messages.push(await provisionalResults(store, runId, calls));
    }
  }
  const start = startOfTail(messages, lastMessages, keptFrom);
  if (start === 0) return { messages, openResults };
  const places = [...openResults].map(([runId, place]) => [runId, place - start] as const);
  return { messages: messages.slice(start), openResults: new Map(places) };
}

function placeOf({
  runId,
  position,
}: {
  readonly runId: string;
  readonly position: number;
}): string {
  return `${runId} ${position}`;
}

/** The calls of a message that need a result from us. */
function ownCallsIn({ role, content }: ModelMessage): readonly ToolCallPart[] {
  if (role !== 'assistant' || typeof content === 'string') return [];
  return content.flatMap((part) =>
    part.type === 'tool-call' && part.providerExecuted !== true ? [part] : [],
  );
}

/**
 * What stays in its place of a message behind no calls of ours: answers to requests of the provider.
 * A result would be of a call that has its own.
 */
function withoutResults(message: ToolMessage): readonly ToolMessage[] {
  const content = message.content.filter(({ type }) => type !== 'tool-result');
  return content.length === 0 ? [] : [{ ...message, content }];
}

/** The results there are of a message's calls, and what stands in the place of the others. */
async function provisionalResults(
  store: Store,
  runId: string,
  calls: readonly ToolCallPart[],
): Promise<ToolMessage> {
  const records = new Map(
    (await store.loadCalls(runId)).map((record) => [record.toolCallId, record]),
  );
  const known = calls.map(({ toolCallId }) => {
    const record = records.get(toolCallId);
    return record && (isOpen(record) || record.result) ? resultPart(record) : undefined;
  });
  // What has no result in its record may have got it in the history just now.
  const told = known.includes(undefined) ? await toldResults(store, runId) : undefined;
  const content = calls.map(
    (call, index) => known[index] ?? told?.get(call.toolCallId) ?? unrecordedResult(call),
  );
  return { role: 'tool', content };
}
