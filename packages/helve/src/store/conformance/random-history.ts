import type { CallRecord, DecisionRecord, MessageRecord, RunRecord } from '../records.ts';
import type { Store, Transition } from '../store.ts';
import { canonicalText, expectSame, expectThat } from './expect-same.ts';
import { next, sampleCall, sampleDecision, sampleMessage, sampleRun } from './sample-records.ts';

/** A run as a store must have it. */
interface Known {
  readonly run: RunRecord;
  readonly calls: ReadonlyMap<string, CallRecord>;
  /** Calls that were forgotten: their ids stay taken. */
  readonly gone: ReadonlySet<string>;
  readonly messages: readonly MessageRecord[];
  readonly decisions: readonly DecisionRecord[];
}

type World = ReadonlyMap<string, Known>;

const RUNS = ['run-1', 'run-2', 'run-3'] as const;
const CALLS = ['call-1', 'call-2', 'call-3'] as const;
const WRITERS = 4;

/**
 * Lets several writers commit random transitions at once, each from what it has seen, which may be
 * old; then compares: what could be committed was, what could not was not, no two that saw the same
 * were both, and the store holds exactly what was committed. The same seed gives the same history.
 */
export async function checkRandomHistory(
  store: Store,
  seed: number,
  rounds: number,
): Promise<void> {
  const random = randomFrom(seed);
  let world: World = new Map();
  const views: World[] = Array.from({ length: WRITERS }, () => world);
  for (let round = 0; round < rounds; round += 1) {
    const where = `seed ${seed}, round ${round}`;
    const before = world;
    const tries = views.map((view, index) => transitionFrom(view, round * WRITERS + index, random));
    const results = await Promise.all(tries.map((transition) => store.commit(transition)));
    const done = tries.filter((_, index) => results[index]?.ok);
    for (const [index, transition] of tries.entries()) {
      const touched = claimsOf(transition);
      const rivals = done.filter((other) => other !== transition && overlaps(other, touched));
      const fresh = fits(before, transition);
      const text = JSON.stringify(transition);
      if (results[index]?.ok) {
        expectThat(fresh, `${where}: a stale transition was committed: ${text}`);
        expectThat(rivals.length === 0, `${where}: two that saw the same were committed: ${text}`);
      } else {
        expectThat(!fresh || rivals.length > 0, `${where}: nothing stood in the way of ${text}`);
      }
    }
    for (const transition of done) world = applied(world, transition);
    for (const index of views.keys()) if (random(2) === 0) views[index] = world;
    await compare(store, world, where);
    if (random(6) === 0) {
      const runId = pick(RUNS, random);
      await store.deleteRun(runId);
      world = new Map([...world].filter(([id]) => id !== runId));
      // Versions of a deleted run begin anew, so what was seen of it must not be written on.
      views.fill(world);
    }
  }
}

/** A small generator of pseudo-random whole numbers below `limit` (mulberry32). */
function randomFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

function pick<T>(items: readonly [T, ...T[]], random: (limit: number) => number): T {
  return items[random(items.length)] ?? items[0];
}

/** What a writer makes of what it has seen of one run. */
function transitionFrom(view: World, stamp: number, random: (limit: number) => number): Transition {
  const runId = pick(RUNS, random);
  const seen = view.get(runId);
  const withRun = !seen || random(3) === 0;
  const run = seen ? next(seen.run, { stepCount: stamp }) : sampleRun({ runId, stepCount: stamp });
  const chosen = CALLS.filter((id) => random(3) === 0 && !seen?.gone.has(id));
  const forget = CALLS.flatMap((toolCallId) => {
    const version = seen?.calls.get(toolCallId)?.version;
    const isLeft = version !== undefined && !chosen.includes(toolCallId) && random(8) === 0;
    return isLeft ? [{ runId, toolCallId, version }] : [];
  });
  const calls = chosen.map((toolCallId, index) => {
    const call = seen?.calls.get(toolCallId);
    const fresh = sampleCall({ runId, toolCallId, index: CALLS.indexOf(toolCallId) });
    return { ...(call ? next(call) : fresh), attempts: stamp + index };
  });
  const length = seen?.messages.length ?? 0;
  const messages = Array.from({ length: random(3) }, (_, index) =>
    sampleMessage({
      runId,
      position: length + index,
      message: { role: 'user', content: `${stamp}-${index}` },
    }),
  );
  const decisions = chosen.map((toolCallId) =>
    sampleDecision({ runId, toolCallId, by: `writer of ${stamp}` }),
  );
  return { ...(withRun ? { run } : {}), calls, messages, decisions, forget };
}

/** Whether nothing has changed that the writer of a transition has seen. */
function fits(
  world: World,
  { run, calls = [], messages = [], decisions = [], forget = [] }: Transition,
): boolean {
  const is = (record: { readonly version: number } | undefined): number => record?.version ?? -1;
  if (run && run.version !== is(world.get(run.runId)?.run) + 1) return false;
  return (
    [...calls, ...messages, ...decisions, ...forget].every(
      ({ runId }) => run?.runId === runId || world.has(runId),
    ) &&
    calls.every(
      ({ runId, toolCallId, version }) =>
        version === is(world.get(runId)?.calls.get(toolCallId)) + 1 &&
        !world.get(runId)?.gone.has(toolCallId),
    ) &&
    forget.every(
      ({ runId, toolCallId, version }) =>
        version === world.get(runId)?.calls.get(toolCallId)?.version,
    ) &&
    messages.every(
      ({ runId, position }, index) => position === (world.get(runId)?.messages.length ?? 0) + index,
    )
  );
}

/** The records that only one of several writers can have. */
function claimsOf({
  run,
  calls = [],
  messages = [],
  forget = [],
}: Transition): ReadonlySet<string> {
  return new Set([
    ...(run ? [`run ${run.runId}`] : []),
    ...[...calls, ...forget].map(({ runId, toolCallId }) => `call ${runId} ${toolCallId}`),
    ...messages.map(({ runId }) => `messages ${runId}`),
  ]);
}

function overlaps(other: Transition, claims: ReadonlySet<string>): boolean {
  return [...claimsOf(other)].some((claim) => claims.has(claim));
}

function applied(world: World, transition: Transition): World {
  const { run, calls = [], messages = [], decisions = [], forget = [] } = transition;
  const runId = run?.runId ?? calls[0]?.runId ?? messages[0]?.runId ?? forget[0]?.runId;
  const known = runId === undefined ? undefined : world.get(runId);
  const newest = run ?? known?.run;
  if (runId === undefined || !newest) return world;
  return new Map(world).set(runId, {
    run: newest,
    calls: new Map(
      [...(known?.calls ?? []), ...calls.map((call) => [call.toolCallId, call] as const)].filter(
        ([id]) => !forget.some(({ toolCallId }) => toolCallId === id),
      ),
    ),
    gone: new Set([...(known?.gone ?? []), ...forget.map(({ toolCallId }) => toolCallId)]),
    messages: [...(known?.messages ?? []), ...messages],
    decisions: [...(known?.decisions ?? []), ...decisions],
  });
}

async function compare(store: Store, world: World, where: string): Promise<void> {
  for (const runId of RUNS) {
    const known = world.get(runId);
    const calls = [...(known?.calls.values() ?? [])].sort((a, b) => a.index - b.index);
    expectSame(await store.loadRun(runId), known?.run, `${where}: ${runId}`);
    expectSame(await store.loadCalls(runId), calls, `${where}: calls of ${runId}`);
    expectSame(await store.loadMessages(runId), known?.messages ?? [], `${where}: messages`);
    // Decisions on different calls may be made at the same instant, in either order.
    const decided = (await store.loadDecisions(runId)).map(canonicalText).sort();
    const expected = (known?.decisions ?? []).map(canonicalText).sort();
    expectSame(decided, expected, `${where}: decisions of ${runId}`);
  }
  const listed = (await store.listRuns({})).items.map(({ runId }) => runId);
  expectSame([...listed].sort(), [...world.keys()].sort(), `${where}: the list of runs`);
}
