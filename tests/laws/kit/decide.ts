import { HelveError } from 'helve';
import type { Agent, AgentStream, RunOptions, RunResult } from 'helve/agent';
import { canary, UNNUMBERED } from './canary.ts';
import type { Target } from './carry-out.ts';
import { dataOf } from './make-tools.ts';
import type { Act } from './script.ts';
import type { Decision, TrialEvent } from './trial.ts';

/** What a decider needs of the trial it is in. */
export interface DeciderParts {
  /** The agent of this moment: another one after a restart. */
  readonly agent: () => Agent;
  /** The same agent in another process. */
  readonly elsewhere: () => Agent;
  readonly way: 'stream' | 'generate';
  readonly common: RunOptions;
  readonly report: (event: TrialEvent) => void;
  readonly followStream: (stream: AgentStream) => void;
  readonly keepResult: (result: RunResult) => void;
}

/** A person who decides on waiting calls, not always sensibly. */
export interface Decider {
  /** Does what an act says to the call. */
  decide(act: Act, target: Target): Promise<void>;
  /** Lets the call go on. */
  agree(target: Target): Promise<void>;
}

/** The codes of decisions that were refused; anything else is how the run ended. */
const REFUSALS: ReadonlySet<string> = new Set([
  'CALL_NOT_WAITING',
  'ALREADY_DECIDED',
  'INVALID_DECISION',
  'CALL_CHANGED',
  'RUN_NOT_FOUND',
  'RUN_BUSY',
  'STORE_CONFLICT',
]);

/** Makes a {@link Decider}. */
export function makeDecider(parts: DeciderParts): Decider {
  let last: Target | undefined;
  const past: Target[] = [];

  const make = async (
    kind: Decision['kind'],
    { runId, toolCallId, waitNumber }: Target,
    data: unknown = undefined,
    agent: Agent = parts.agent(),
  ): Promise<void> => {
    const options = { ...parts.common, runId, toolCallId, waitNumber, by: 'ada' };
    const decision = { kind, runId, toolCallId, waitNumber, data };
    const tell = (accepted: boolean, error?: unknown): void =>
      parts.report({ type: 'decision', decision, accepted, error });
    parts.report({ type: 'deciding', decision });
    try {
      if (parts.way === 'stream') {
        const stream = await {
          approve: () => agent.approveToolCall(options),
          edit: () => agent.approveToolCall({ ...options, input: data }),
          decline: () => agent.declineToolCall({ ...options, reason: 'not today' }),
          answer: () => agent.resumeStream(data, options),
        }[kind]();
        tell(true);
        parts.followStream(stream);
      } else {
        const result = await {
          approve: () => agent.approveToolCallGenerate(options),
          edit: () => agent.approveToolCallGenerate({ ...options, input: data }),
          decline: () => agent.declineToolCallGenerate({ ...options, reason: 'not today' }),
          answer: () => agent.resumeGenerate(data, options),
        }[kind]();
        tell(true);
        parts.keepResult(result);
      }
    } catch (error) {
      const refused = HelveError.isInstance(error) && REFUSALS.has(error.code);
      tell(!refused, error);
    }
  };

  const agree = (target: Target, data: Act['data'] = 'object'): Promise<void> => {
    last = target;
    past.push(target);
    return target.kind === 'approval'
      ? make('approve', target)
      : make('answer', target, dataOf(data, 'resume', numberOf(target)));
  };

  const decide = async (act: Act, found: Target): Promise<void> => {
    const target = act.numbered ? found : { ...found, waitNumber: undefined };
    const n = numberOf(target);
    switch (act.do) {
      case 'agree':
        return agree(target, act.data);
      case 'edit':
        last = target;
        // another number would be another call's
        if (n === UNNUMBERED) return make('approve', target);
        return make('edit', target, { n, secret: canary('edit', n) });
      case 'decline':
        last = target;
        return make('decline', target);
      case 'decide both ways':
        await Promise.all([
          agree(target, act.data),
          make('decline', target, undefined, parts.elsewhere()),
        ]);
        return undefined;
      case 'decide again':
        return last && make('decline', last);
      case 'decide late': {
        // always by its number: without one it is meant for what the call waits for now
        const old = past.filter(({ waitNumber }) => waitNumber !== undefined);
        const late = old[act.which % Math.max(1, old.length)];
        return late && agree(late, act.data);
      }
      case 'decide elsewhere':
        return make('approve', { ...target, toolCallId: 'no such call' });
      case 'answer badly':
        return make('answer', target, ['none', 'of', 'that']);
      case 'confuse kinds':
        return target.kind === 'approval' ? make('answer', target, 'yes') : make('approve', target);
      default:
        return undefined;
    }
  };
  return { agree, decide };
}

/** The number of a call, where its id tells it. */
function numberOf({ toolCallId }: Target): number {
  return Number(/^call (\d+)$/.exec(toolCallId)?.[1] ?? UNNUMBERED);
}
