import type { Agent, AgentStream, SuspendedRun, Waiting } from 'helve/agent';
import { InvalidDecisionError } from 'helve/agent';
import { z } from 'zod';
import { interruptible } from './terminal/interrupt.ts';
import { harmlessText, mark, paint } from './terminal/paint.ts';
import type { Person } from './terminal/person.ts';
import type { Screen } from './terminal/screen.ts';
import { showRun } from './terminal/show-run.ts';

/** Who talks to whom, and where it is shown. */
export interface Desk {
  readonly agent: Agent;
  readonly person: Person;
  readonly screen: Screen;
  /** Ctrl-C. */
  readonly interrupt: AbortController;
}

/** The conversation: the store keeps what was said on it, so that every run can go on with it. */
export const THREAD = 'the-desk';

/**
 * Takes a question to its answer: the run goes on until it needs the person, who decides, and so on.
 *
 * @returns whether the person is still there.
 * @throws what the model's provider reported.
 */
export async function takeTurn(desk: Desk, question: string): Promise<boolean> {
  const memory = { thread: THREAD };
  const { signal: abortSignal } = desk.interrupt;
  return goOn(desk, await desk.agent.stream(question, { memory, abortSignal }));
}

/**
 * Takes a run to its end that has waited since before the desk was opened.
 *
 * @returns whether the person is still there.
 */
export async function takeUp(
  desk: Desk,
  { waiting: [wait], suspendedAt }: SuspendedRun,
): Promise<boolean> {
  if (!wait) return true;
  desk.screen.heading(
    mark.call,
    paint.tool(wait.toolName),
    `has waited since ${suspendedAt.toLocaleString()}`,
  );
  const stream = await decide(desk, wait, wait.display);
  return stream !== undefined && goOn(desk, stream);
}

/** Shows a run, and asks the person where it waits, until it waits no more. */
async function goOn(desk: Desk, begun: AgentStream): Promise<boolean> {
  const { screen, interrupt } = desk;
  const asked = new Map<string, unknown>();
  let stream = begun;
  for (;;) {
    const shown = await interruptible(interrupt, () => showRun(stream, screen));
    for (const [toolCallId, form] of shown) asked.set(toolCallId, form);
    const [wait] = await stream.waiting;
    if (!wait) return !interrupt.signal.aborted;
    const next = await decide(desk, wait, asked.get(wait.toolCallId));
    if (!next) return false;
    stream = next;
  }
}

/** Asks the person until what they say can stand; `undefined` where they leave instead. */
async function decide(desk: Desk, wait: Waiting, form: unknown): Promise<AgentStream | undefined> {
  for (;;) {
    try {
      return wait.kind === 'approval'
        ? await approve(desk, wait, form)
        : await answer(desk, wait, form);
    } catch (error) {
      // nothing has changed, and the call still waits
      if (!InvalidDecisionError.isInstance(error)) throw error;
      const { fields = {} } = error.validationError?.validationErrors ?? {};
      const what = Object.values(fields).flatMap(({ errors }) => errors);
      desk.screen.lines(what.length > 0 ? what.join(' ') : error.message, paint.hidden);
    }
  }
}

async function approve(
  { agent, person, interrupt }: Desk,
  { runId, toolCallId, waitNumber, toolName, payload }: Waiting,
  form: unknown,
): Promise<AgentStream | undefined> {
  const input = z.record(z.string(), z.unknown()).safeParse(payload).data;
  const current = z.number().safeParse(input?.['amount']).data;
  const decision = await person.decision(questionIn(form) ?? `Run ${toolName}?`, current);
  if (!decision) return undefined;
  const { signal: abortSignal } = interrupt;
  // what is decided on is what the person was shown, and nothing that the call asks later
  const details = { runId, toolCallId, waitNumber, by: 'the support desk', abortSignal };
  if (decision.kind === 'decline') {
    const { reason } = decision;
    return agent.declineToolCall({ ...details, ...(reason === undefined ? {} : { reason }) });
  }
  const { amount } = decision;
  return agent.approveToolCall({
    ...details,
    ...(amount === undefined ? {} : { input: { ...input, amount } }),
  });
}

async function answer(
  { agent, person, interrupt }: Desk,
  { runId, toolCallId, waitNumber, toolName }: Waiting,
  form: unknown,
): Promise<AgentStream | undefined> {
  const reason = await person.answer(questionIn(form) ?? `What does ${toolName} need to know?`);
  if (reason === undefined) return undefined;
  const { signal: abortSignal } = interrupt;
  return agent.resumeStream({ reason }, { runId, toolCallId, waitNumber, abortSignal });
}

/** What a waiting call asks, as its tool's `display` transform puts it. */
function questionIn(form: unknown): string | undefined {
  const asked = z.object({ question: z.string() }).safeParse(form);
  return asked.data && harmlessText(asked.data.question);
}
