import type { RunRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { AssistantMessage } from '../../tool/message.ts';

/**
 * The answer of a sub-agent's run that ended while nobody was there to take it.
 *
 * @throws Error, in words for the model, where the run came to none.
 */
export async function storedAnswer(
  store: Store,
  run: RunRecord,
  toolName: string,
): Promise<string | undefined> {
  if (run.state === 'running') {
    throw new Error(`"${toolName}" was cut off; what it has done by then is unknown.`);
  }
  if (run.state !== 'finished') throw new Error(`"${toolName}" failed.`);
  const messages = await store.loadMessages(run.runId);
  const last = messages.findLast(({ message }) => message.role === 'assistant')?.message;
  return last?.role === 'assistant' ? textOf(last) || undefined : undefined;
}

function textOf({ content }: AssistantMessage): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
