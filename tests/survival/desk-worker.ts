import type { Agent, AgentStream } from 'helve/agent';
import type { ByChance } from './decide-by-chance.ts';
import { decideByChance } from './decide-by-chance.ts';
import type { Journal } from './journal.ts';
import { describeError } from './make-decision.ts';
import { planRun } from './plan-run.ts';
import type { Random } from './random.ts';
import { randomOf } from './random.ts';

/** How many runs one process carries out at once. */
const AT_ONCE = 8;

/**
 * What a process does with the agent under test: begins runs, takes over those that nobody has, and
 * decides, all by chance. What comes of it goes into the journal.
 */
export class DeskWorker {
  readonly random: Random;
  readonly #desk: Agent;
  readonly #journal: Journal;
  readonly #seed: number;
  readonly #byChance: ByChance;
  readonly #busy = new Set<Promise<void>>();
  readonly #doing = new Set<string>();
  #runs = 0;
  #goingOn = 0;

  constructor(desk: Agent, journal: Journal, seed: number) {
    this.#desk = desk;
    this.#journal = journal;
    this.#seed = seed;
    this.random = randomOf(seed, 'worker', journal.life);
    this.#byChance = { desk, journal, random: this.random, past: [] };
  }

  /** Does one thing or another, and does not wait for it; never the same twice at once. */
  act(mayBegin: boolean): void {
    const chance = this.random.next();
    if (chance < 0.4) {
      if (mayBegin && this.#goingOn < AT_ONCE) this.#once('start', () => this.#begin());
    } else if (chance < 0.5) this.#once('recover', () => this.#recover());
    else this.#once('list', () => this.#decide());
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy);
  }

  #once(what: 'start' | 'recover' | 'list', work: () => Promise<void>): void {
    if (this.#doing.has(what)) return;
    this.#doing.add(what);
    this.#track(what, () => work().finally(() => this.#doing.delete(what)));
  }

  #track(
    what: 'start' | 'run' | 'recover' | 'list',
    work: () => Promise<void>,
    runId?: string,
  ): void {
    const of = runId === undefined ? {} : { runId };
    const tracked = work()
      .catch((error: unknown) => {
        this.#journal.write({ kind: 'failed', what, ...of, ...describeError(error) });
      })
      .finally(() => this.#busy.delete(tracked));
    this.#busy.add(tracked);
  }

  async #begin(): Promise<void> {
    const { random } = this;
    const runId = `run-${this.#journal.life}-${this.#runs++}`;
    const thread = random.chance(0.2) && { memory: { thread: `thread-${random.below(40)}` } };
    const stream = await this.#desk.stream('Go on.', {
      runId,
      instructions: JSON.stringify(planRun(this.#seed, runId)),
      ...(thread || {}),
    });
    this.#journal.write({ kind: 'accepted', runId });
    this.#follow(runId, stream.result);
    this.#track('run', () => this.#decideMeanwhile(stream), runId);
  }

  /** Decides on some calls while others of the same step still run. */
  async #decideMeanwhile({ fullStream }: AgentStream): Promise<void> {
    for await (const { runId, type, payload } of fullStream) {
      if (type !== 'tool-call-approval' && type !== 'tool-call-suspended') continue;
      if (!this.random.chance(0.3)) continue;
      const kind = type === 'tool-call-approval' ? 'approval' : 'suspension';
      const { toolCallId, waitNumber, args } = payload;
      const named = waitNumber === undefined ? {} : { waitNumber };
      const wait = { kind, runId, toolCallId, ...named, payload: args } as const;
      this.#track('run', () => decideByChance(this.#byChance, wait), runId);
    }
  }

  #follow(runId: string, result: Promise<unknown>): void {
    this.#goingOn += 1;
    const counted = result.finally(() => {
      this.#goingOn -= 1;
    });
    this.#track('run', async () => void (await counted), runId);
  }

  async #recover(): Promise<void> {
    const { resumed, failed } = await this.#desk.recover({ limit: 1 + this.random.below(10) });
    for (const { runId, result } of resumed) {
      this.#journal.write({ kind: 'recovered', runId });
      this.#follow(runId, result);
    }
    for (const { runId, error } of failed) {
      this.#journal.write({ kind: 'failed', what: 'recover', runId, ...describeError(error) });
    }
  }

  async #decide(): Promise<void> {
    const { runs } = await this.#desk.listSuspendedRuns({ limit: 12 });
    const waiting = runs.flatMap(({ waiting: waits }) => waits);
    const chosen = waiting.filter(() => this.random.chance(3 / Math.max(3, waiting.length)));
    await Promise.all(chosen.map((wait) => decideByChance(this.#byChance, wait)));
  }
}
