import type { CallRecord, MessageRecord, TranscriptCall } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { AssistantPart, FilePart, ModelMessage, ToolResultPart } from '../../tool/message.ts';
import { RunNotFoundError } from '../agent-errors.ts';
import { resultsIn } from '../calls/told-result.ts';
import { toldTranscript } from '../calls/told-transcript.ts';
import type { AgentParts } from '../run/resolve-config.ts';
import type { StoredSettings } from '../run/run-config.ts';
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
  const byId = new Map<string, MessageRecord[]>();
  for (const record of records) {
    const own = byId.get(record.runId);
    if (own) own.push(record);
    else byId.set(record.runId, [record]);
  }
  const byRun = new Map(
    await Promise.all(
      [...byId].map(async ([runId, own]) => [runId, await loadKnown(store, runId, own)] as const),
    ),
  );
  return records.flatMap(({ runId, message }) =>
    isNote(message) ? [] : transcriptMessage(message, byRun.get(runId) ?? NOTHING),
  );
}

/** What is known of a run's calls: their records, and of those that are gone what they came to. */
interface KnownCalls {
  readonly records: ReadonlyMap<string, CallRecord>;
  readonly told: ReadonlyMap<string, ToolResultPart>;
}

const NOTHING: KnownCalls = { records: new Map(), told: new Map() };

async function loadKnown(
  store: Store,
  runId: string,
  messages: readonly MessageRecord[],
): Promise<KnownCalls> {
  const [run, calls] = await Promise.all([store.loadRun(runId), store.loadCalls(runId)]);
  // What `beginRun` stored.
  const settings = run?.settings as unknown as StoredSettings | undefined;
  // Calls that came with the input are none of this run: what people may see of them is not known.
  const from = settings?.inputLength ?? Number.POSITIVE_INFINITY;
  const told = resultsIn(messages.filter(({ position }) => position >= from));
  return { records: new Map(calls.map((call) => [call.toolCallId, call])), told };
}

function transcriptMessage(
  { role, content }: ModelMessage,
  calls: KnownCalls,
): readonly TranscriptMessage[] {
  // Orders to the model are not part of what was said, and results stand with their calls.
  if (role === 'system' || role === 'tool') return [];
  if (typeof content === 'string') return [{ role, parts: [{ type: 'text', text: content }] }];
  const shown = content.flatMap((part) => transcriptPart(part, calls));
  return shown.length > 0 ? [{ role, parts: shown }] : [];
}

function transcriptPart(part: AssistantPart, calls: KnownCalls): readonly TranscriptPart[] {
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
      const told = calls.told.get(toolCallId);
      const transcript =
        calls.records.get(toolCallId)?.transcript ?? (told && toldTranscript(part, told));
      return transcript ? [{ type: 'tool', toolCallId, toolName, ...transcript }] : [];
    }
    default:
      return [];
  }
}
