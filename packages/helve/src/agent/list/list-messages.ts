import type { CallRecord, MessageRecord, TranscriptCall } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { AssistantPart, FilePart, ModelMessage } from '../../tool/message.ts';
import { RunNotFoundError } from '../agent-errors.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import { isNote } from '../run/tool-message.ts';

/** One part of a transcript message. */
export type TranscriptPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | Pick<FilePart, 'type' | 'source' | 'mediaType' | 'filename'>
  | ({
      readonly type: 'tool';
      readonly toolCallId: string;
      readonly toolName: string;
    } & TranscriptCall);

/** One message as the user may see it. */
export interface TranscriptMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly TranscriptPart[];
}

/** Which conversation: that of one run, or that of a thread. */
export type MessagesOf = { readonly runId: string } | { readonly threadId: string };

/**
 * The transcript of a run or a thread: what was said, and of every call the projections that the
 * tool makes for transcripts.
 *
 * @throws RunNotFoundError where the agent has no such run.
 */
export async function listMessages(
  { store, options: agent }: AgentParts,
  of: MessagesOf,
): Promise<readonly TranscriptMessage[]> {
  if ('runId' in of) {
    const run = await store.loadRun(of.runId);
    if (run?.agentId !== agent.id) throw new RunNotFoundError(agent.id, of.runId);
    return transcript(store, await store.loadMessages(of.runId));
  }
  return transcript(store, await store.loadThread(of.threadId));
}

async function transcript(
  store: Store,
  records: readonly MessageRecord[],
): Promise<readonly TranscriptMessage[]> {
  const runIds = [...new Set(records.map(({ runId }) => runId))];
  const calls = await Promise.all(runIds.map((runId) => store.loadCalls(runId)));
  const byRun = new Map(runIds.map((runId, index) => [runId, byId(calls[index] ?? [])]));
  return records.flatMap(({ runId, message }) =>
    isNote(message) ? [] : transcriptMessage(message, byRun.get(runId) ?? new Map()),
  );
}

function byId(calls: readonly CallRecord[]): ReadonlyMap<string, CallRecord> {
  return new Map(calls.map((call) => [call.toolCallId, call]));
}

function transcriptMessage(
  { role, content }: ModelMessage,
  calls: ReadonlyMap<string, CallRecord>,
): readonly TranscriptMessage[] {
  // Orders to the model are not part of what was said, and results stand with their calls.
  if (role === 'system' || role === 'tool') return [];
  if (typeof content === 'string') return [{ role, parts: [{ type: 'text', text: content }] }];
  const shown = content.flatMap((part) => transcriptPart(part, calls));
  return shown.length > 0 ? [{ role, parts: shown }] : [];
}

function transcriptPart(
  part: AssistantPart,
  calls: ReadonlyMap<string, CallRecord>,
): readonly TranscriptPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return part.text === '' ? [] : [{ type: part.type, text: part.text }];
    case 'file': {
      const { type, source, mediaType, filename } = part;
      return [{ type, source, mediaType, ...(filename === undefined ? {} : { filename }) }];
    }
    case 'tool-call': {
      const { toolCallId, toolName } = part;
      const call = calls.get(toolCallId);
      return call ? [{ type: 'tool', toolCallId, toolName, ...call.transcript }] : [];
    }
    default:
      return [];
  }
}
