import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from 'helve/store';
import type { Entry, Fact } from './journal.ts';
import type { Records } from './read-records.ts';
import type { ToolName } from './tool-traits.ts';

/** What a judge is given. */
export interface Judged {
  readonly entries: readonly Entry[];
  readonly records: Records;
}

const runId = 'run-1';

/** One fact, of process 0 unless it says otherwise. */
export function entry(fact: Fact, life = 0): Entry {
  return { ...fact, life, at: 0 };
}

/** A moment of an execution. */
export function moment(
  kind: 'began' | 'effect' | 'returned',
  toolName: ToolName,
  changes: { readonly attempt?: number; readonly resumed?: boolean; readonly nonce?: string } = {},
  life = 0,
): Entry {
  const toolCallId = toolName;
  const { attempt = 1, resumed = false, nonce = toolName } = changes;
  const idempotencyKey = `${runId}:${toolCallId}`;
  const call = { runId, toolCallId, toolName, attempt, idempotencyKey, resumed, nonce };
  return entry({ kind, ...call }, life);
}

export function decision(
  toolName: ToolName,
  kind: DecisionRecord['kind'],
  by: string,
): DecisionRecord {
  return { runId, toolCallId: toolName, toolName, waitNumber: 1, kind, by, at: 0 };
}

function call(toolName: ToolName, changes: Partial<CallRecord> = {}): CallRecord {
  return {
    runId,
    toolCallId: toolName,
    toolName,
    version: 2,
    step: 0,
    index: 0,
    state: 'settled',
    attempts: 1,
    result: { type: 'json', value: { nonce: toolName } },
    transcript: { state: 'result' },
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  };
}

function message(position: number, content: MessageRecord['message']): MessageRecord {
  return { runId, position, message: content };
}

function run(changes: Partial<RunRecord> = {}): RunRecord {
  return {
    runId,
    agentId: 'desk',
    version: 3,
    state: 'finished',
    stepCount: 2,
    settings: {},
    usage: {},
    createdAt: 0,
    updatedAt: 0,
    ...changes,
  };
}

/** What becomes of a call in place of what is good. */
export interface Bad {
  readonly calls?: Readonly<Partial<Record<ToolName, Partial<CallRecord>>>>;
  readonly run?: Partial<RunRecord>;
  readonly decisions?: readonly DecisionRecord[];
  readonly messages?: (messages: readonly MessageRecord[]) => readonly MessageRecord[];
  readonly entries?: (entries: readonly Entry[]) => readonly Entry[];
}

/**
 * A run in which nothing was broken, or what is given was: it looked, paid, was given leave to refund, and had an
 * answer to sign with. Process 0 was killed, and process 1 took the run over.
 */
export function judgedRun(bad: Bad = {}): Judged {
  const names = ['pay', 'refund', 'book', 'sign'] as const;
  const calls = names.map((name, index) => call(name, { index, ...bad.calls?.[name] }));
  const messages = [
    message(0, { role: 'user', content: 'Go on.' }),
    message(1, {
      role: 'assistant',
      content: names.map((toolName) => ({
        type: 'tool-call',
        toolCallId: toolName,
        toolName,
        input: {},
      })),
    }),
    message(2, {
      role: 'tool',
      content: calls.map(({ toolCallId, toolName, result }) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: result ?? { type: 'text', value: '' },
      })),
    }),
    message(3, { role: 'assistant', content: 'Done.' }),
  ];
  const decisions = [decision('refund', 'approve', 'ada'), decision('sign', 'resume', 'bob')];
  const [approved] = decisions;
  const decided = { kind: 'decided', runId, waitNumber: 1 } as const;
  const entries = [
    entry({ kind: 'accepted', runId }),
    entry({
      kind: 'committed',
      run: { runId, version: 1 },
      calls: [],
      messages: messages.slice(0, 2),
      decisions: [],
    }),
    moment('began', 'pay'),
    moment('effect', 'pay'),
    moment('returned', 'pay'),
    moment('began', 'book', { nonce: 'lost' }),
    moment('began', 'sign'),
    entry({ kind: 'killed' }),
    entry({ kind: 'claimed', runId }, 1),
    entry({ kind: 'recovered', runId }, 1),
    moment('began', 'book', { attempt: 2 }, 1),
    moment('effect', 'book', { attempt: 2 }, 1),
    moment('returned', 'book', { attempt: 2 }, 1),
    entry(
      {
        kind: 'committed',
        calls: [{ runId, toolCallId: 'refund', version: 1 }],
        messages: [],
        decisions: approved ? [approved] : [],
      },
      1,
    ),
    entry({ ...decided, toolCallId: 'refund', decision: 'approve', by: 'ada' }, 1),
    moment('began', 'refund', {}, 1),
    moment('effect', 'refund', {}, 1),
    moment('returned', 'refund', {}, 1),
    entry({ ...decided, toolCallId: 'sign', decision: 'resume', by: 'bob' }, 1),
    moment('began', 'sign', { attempt: 2, resumed: true }, 1),
    moment('effect', 'sign', { attempt: 2, resumed: true }, 1),
    moment('returned', 'sign', { attempt: 2, resumed: true }, 1),
    entry({ kind: 'asked', name: runId, problems: [] }, 1),
  ];
  return {
    entries: bad.entries?.(entries) ?? entries,
    records: {
      runs: [run(bad.run)],
      calls,
      messages: bad.messages?.(messages) ?? messages,
      decisions: bad.decisions ?? decisions,
    },
  };
}
