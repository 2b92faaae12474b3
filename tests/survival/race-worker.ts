import type { Agent } from 'helve/agent';
import { RunBusyError } from 'helve/agent';
import type { WorkOrders } from './begin-work.ts';
import { beginWork, onMessage } from './begin-work.ts';
import type { Journal } from './journal.ts';
import { describeError, makeDecision } from './make-decision.ts';
import type { RacedCall } from './plan-race.ts';
import { planRace } from './plan-race.ts';
import type { RunPlan } from './plan-run.ts';
import type { Random } from './random.ts';
import { randomOf } from './random.ts';

// A process of a race: it makes everything that is raced for, and hangs; or it comes to the same
// calls as all others, at the same time.

/** What a racing process is told, one at a time. */
export type RaceMessage =
  | { readonly kind: 'prepare'; readonly orders: WorkOrders; readonly calls: number }
  | { readonly kind: 'join'; readonly orders: WorkOrders }
  | { readonly kind: 'recover' }
  | { readonly kind: 'decide'; readonly calls: readonly RacedCall[] }
  | { readonly kind: 'end' };

/** What it answers. `busy` counts how often a run was being carried out by another process. */
export interface RaceAnswer {
  readonly busy: number;
}

type Racer = Awaited<ReturnType<typeof beginWork>> & { readonly random: Random };
let racer: Racer | undefined;

onMessage<RaceMessage>((message) => {
  void act(message).then((busy) => {
    // the last message has no answer
    if (message.kind !== 'end') process.send?.({ busy } satisfies RaceAnswer);
  });
});

async function act(message: RaceMessage): Promise<number> {
  if (message.kind === 'prepare' || message.kind === 'join') {
    const { orders } = message;
    racer = { ...(await beginWork(orders)), random: randomOf(orders.seed, 'racer', orders.life) };
    if (message.kind === 'prepare') await prepare(racer, orders.seed, message.calls);
    return 0;
  }
  if (!racer) throw new TypeError('This process has not joined.');
  const { desk, journal, random } = racer;
  if (message.kind === 'recover') await recover(desk, journal);
  if (message.kind === 'end') await racer.end();
  if (message.kind !== 'decide') return 0;
  // who recovers at the same time finds nothing that is cut off
  const recovering = random.chance(0.5) ? recover(desk, journal) : undefined;
  const busy = await Promise.all(message.calls.map((call) => decide(desk, call, journal, random)));
  await recovering;
  return busy.reduce((sum, each) => sum + each, 0);
}

/** Begins all runs: those that wait are put away, those that hang are cut off with this process. */
async function prepare({ desk, journal }: Racer, seed: number, calls: number): Promise<void> {
  const { waiting, cutOff } = planRace(seed, calls);
  const start = (plan: RunPlan) => {
    const options = { runId: plan.name, instructions: JSON.stringify(plan) };
    return desk.stream('Go on.', options);
  };
  for (const plan of waiting) {
    const { result } = await start(plan);
    await result;
    journal.write({ kind: 'accepted', runId: plan.name });
  }
  for (const plan of cutOff) {
    await start(plan);
    journal.write({ kind: 'accepted', runId: plan.name });
  }
}

async function recover(desk: Agent, journal: Journal): Promise<void> {
  const { resumed, failed } = await desk.recover({ limit: 1000 });
  for (const { runId } of resumed) journal.write({ kind: 'recovered', runId });
  for (const { runId, error } of failed) {
    journal.write({ kind: 'failed', what: 'recover', runId, ...describeError(error) });
  }
  await Promise.all(
    resumed.map(({ runId, result }) =>
      result.catch((error: unknown) => {
        journal.write({ kind: 'failed', what: 'run', runId, ...describeError(error) });
      }),
    ),
  );
}

let tries = 0;

/** Decides by chance, and again as long as the run is busy: until the call is somebody's. */
async function decide(
  desk: Agent,
  { kind, ...call }: RacedCall,
  journal: Journal,
  random: Random,
): Promise<number> {
  const allow = kind === 'approval' ? 'approve' : 'resume';
  const decision = random.chance(0.6) ? allow : 'decline';
  const made = { ...call, decision, by: `${journal.life}-${tries++}` } as const;
  for (let busy = 0; ; busy += 1) {
    try {
      const { result } = await makeDecision(desk, made);
      journal.write({ kind: 'decided', ...made });
      await result.catch((error: unknown) => {
        journal.write({ kind: 'failed', what: 'run', runId: call.runId, ...describeError(error) });
      });
      return busy;
    } catch (error) {
      if (!RunBusyError.isInstance(error) || busy > 2000) {
        journal.write({ kind: 'refused', ...made, ...describeError(error) });
        return busy;
      }
      await new Promise((resolve) => setTimeout(resolve, 2 + random.below(10)));
    }
  }
}
