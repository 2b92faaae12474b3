import type { CallRecord, TranscriptCall } from '../store/records.ts';
import type { AssistantPart, FilePart, ModelMessage } from '../tool/message.ts';
import { RunNotFoundError } from './agent-errors.ts';
import type { AgentParts } from './resolve-config.ts';

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

/**
 * The transcript of a run: what was said, and of every call the projections that the tool makes for
 * transcripts.
 */
export async function listMessages(
  parts: AgentParts,
  runId: string,
): Promise<readonly TranscriptMessage[]> {
  const run = await parts.store.loadRun(runId);
  if (run?.agentId !== parts.options.id) throw new RunNotFoundError(parts.options.id, runId);
  const [messages, calls] = await Promise.all([
    parts.store.loadMessages(runId),
    parts.store.loadCalls(runId),
  ]);
  const byId = new Map(calls.map((call) => [call.toolCallId, call]));
  return messages.flatMap(({ message }) => transcriptMessage(message, byId));
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
