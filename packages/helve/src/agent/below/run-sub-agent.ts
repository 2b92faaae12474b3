import type { LiveCall } from '../calls/live-call.ts';
import type { Run } from '../run/run.ts';
import { summarizeRun } from '../run/summarize-run.ts';
import type { AgentCore } from './agent-core.ts';
import { beginChildRun } from './child-run.ts';
import { childRunId } from './child-run-id.ts';
import { ChildWaits } from './delegate-call.ts';
import { nestedWaits } from './nested-waits.ts';
import { storedAnswer } from './stored-answer.ts';

/** The answer of the sub-agent, or what its run waits for. */
export async function runSubAgent(
  core: AgentCore,
  parent: Run,
  call: LiveCall,
  prompt: string,
  attempt: number,
): Promise<string | undefined | ChildWaits> {
  const { source } = call;
  const live = parent.children?.get(call.toolCallId);
  if (live) return answerOf(live, parent, call);
  const stored = attempt > 1 ? await takeUp(core, parent, call) : undefined;
  if (stored) return stored.answer;
  return answerOf(await beginChildRun(core, parent, source, prompt), parent, call);
}

/** What a run came to that was begun before and is not live; absent where none was begun. */
async function takeUp(
  core: AgentCore,
  parent: Run,
  { source, toolName }: LiveCall,
): Promise<{ readonly answer: string | undefined | ChildWaits } | undefined> {
  const { store, requestContext } = parent.config;
  const record = await store.loadRun(await childRunId(source));
  if (!record) return undefined;
  if (record.state !== 'waiting') return { answer: await storedAnswer(store, record, toolName) };
  const open = await store.loadCalls(record.runId, { open: true });
  return { answer: new ChildWaits(await nestedWaits(store, core.parts, open, requestContext)) };
}

/** Waits for the end of a live run, or its wait. */
async function answerOf(
  run: Run,
  parent: Run,
  call: LiveCall,
): Promise<string | undefined | ChildWaits> {
  const end = await run.ended;
  if (!end.ok) throw end.error;
  const { waiting, text, finishReason } = summarizeRun(run, end);
  if (run.record.state === 'waiting') {
    // A provider that asks is answered with the next input, and a sub-agent is given no other.
    return new ChildWaits(waiting.filter(({ kind }) => kind !== 'provider-approval'));
  }
  if (finishReason === 'aborted') throw parent.config.abortSignal?.reason;
  if (text !== '') return text;
  if (finishReason === 'stop') return undefined;
  throw new Error(`"${call.toolName}" ended without an answer (${finishReason}).`);
}
