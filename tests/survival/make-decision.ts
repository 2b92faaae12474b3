import { HelveError } from 'helve';
import type { Agent } from 'helve/agent';

export type Decision = 'approve' | 'decline' | 'resume';

/** One try to decide on a call. */
export interface DecisionTry {
  readonly runId: string;
  readonly toolCallId: string;
  /** The wait it is on; whatever the call waits for, where it does not say. */
  readonly waitNumber?: number | undefined;
  readonly decision: Decision;
  /** Of every try another, so that it is known who won. */
  readonly by: string;
}

/** Decides; resolves when the API has, with the stream that goes on. */
export async function makeDecision(
  desk: Agent,
  { runId, toolCallId, waitNumber, decision, by }: DecisionTry,
  input?: unknown,
): Promise<{ readonly result: Promise<unknown> }> {
  const reference = { runId, toolCallId, waitNumber, by };
  switch (decision) {
    case 'approve':
      return desk.approveToolCall({ ...reference, ...(input === undefined ? {} : { input }) });
    case 'decline':
      return desk.declineToolCall({ ...reference, reason: 'by chance' });
    case 'resume':
      return desk.resumeStream({ answer: 1 }, reference);
  }
}

/** An error, as journals have it. */
export function describeError(error: unknown): { readonly code: string; readonly message: string } {
  if (HelveError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: 'none', message: error instanceof Error ? String(error.stack) : String(error) };
}
