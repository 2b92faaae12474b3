import type { Response } from './protocol.ts';
import type { Cell, Cells } from './result.ts';
import { shuffled } from './seeded.ts';
import { exponent, summarize } from './summary.ts';
import { limitMs, WorkerHandle } from './worker-handle.ts';
import type { RunSettings, Sample, VariantShape, WorkloadShape } from './workload.ts';

/** One contender in one variant, while it is being measured. */
interface Entry {
  readonly contender: string;
  readonly worker: WorkerHandle;
  readonly samples: Sample[];
  spentMs: number;
}

/** A last figure of a contender in a series of growing variants. */
interface Growth {
  readonly size: number;
  readonly time: number;
}

/**
 * Measures a workload: each contender in a process of its own, one at a time, in rounds whose order
 * is drawn anew, so that whatever else the machine does meets all of them.
 */
export async function runWorkload(workload: WorkloadShape, settings: RunSettings): Promise<Cells> {
  const workers = new Map<string, WorkerHandle>();
  const growth = new Map<string, Growth[]>();
  const cells: Record<string, Record<string, Cell>> = {};
  try {
    for (const variant of workload.variants) {
      cells[variant.name] = await runVariant(workload, variant, settings, workers, growth);
    }
  } finally {
    for (const worker of workers.values()) worker.end();
  }
  return cells;
}

async function runVariant(
  workload: WorkloadShape,
  variant: VariantShape,
  settings: RunSettings,
  workers: Map<string, WorkerHandle>,
  growth: Map<string, Growth[]>,
): Promise<Record<string, Cell>> {
  const found = new Map<string, Cell>();
  const entries: Entry[] = [];
  const stop = (contender: string, why: string) => {
    found.set(contender, { kind: 'stopped', why });
    workers.get(contender)?.end();
    workers.delete(contender);
    growth.set(key(contender, variant), [{ size: 0, time: Number.POSITIVE_INFINITY }]);
  };
  const order = shuffled(settings.contenders, settings.random);
  for (const contender of order) {
    const tooLong = foresee(growth.get(key(contender, variant)), variant);
    if (tooLong !== undefined) {
      stop(contender, tooLong);
      continue;
    }
    const worker = workers.get(contender) ?? new WorkerHandle(contender, settings);
    workers.set(contender, worker);
    const { name } = workload;
    const response = await worker.ask({ type: 'prepare', workload: name, variant: variant.name });
    if (response === undefined) stop(contender, `did not end in ${limitMs / 1000} s`);
    else if (response.type === 'cannot') {
      found.set(contender, { kind: 'cannot', why: response.why });
    } else {
      demand(response, 'ready', `${contender}, ${name}: ${variant.name}`);
      entries.push({ contender, worker, samples: [], spentMs: 0 });
    }
  }
  await takeRounds(entries, variant, settings, stop);
  for (const { contender, samples } of entries) {
    if (found.has(contender)) continue;
    const cell = cellOf(samples, variant.per ?? 1);
    found.set(contender, cell);
    const { size } = variant;
    const time = cell.kind === 'measured' ? cell.metrics['time']?.median : undefined;
    if (size === undefined || time === undefined) continue;
    growth.set(key(contender, variant), [
      ...(growth.get(key(contender, variant)) ?? []),
      { size, time: time * (variant.per ?? 1) },
    ]);
  }
  settings.note(`${workload.name}: ${variant.name} (${order.join(', ')})`);
  return Object.fromEntries(
    settings.contenders.flatMap((name) => {
      const cell = found.get(name);
      return cell === undefined ? [] : [[name, cell] as const];
    }),
  );
}

async function takeRounds(
  entries: readonly Entry[],
  variant: VariantShape,
  { quick, random }: RunSettings,
  stop: (contender: string, why: string) => void,
): Promise<void> {
  const rounds = Math.min(quick ? 3 : 15, variant.rounds ?? 15);
  const budgetMs = quick ? 300 : 2500;
  const stopped = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    for (const entry of shuffled(entries, random)) {
      const { contender, worker, samples } = entry;
      if (stopped.has(contender) || entry.spentMs > budgetMs) continue;
      const began = performance.now();
      const response = await worker.ask({ type: 'sample' });
      entry.spentMs += performance.now() - began;
      if (response === undefined) {
        stopped.add(contender);
        stop(contender, `did not end in ${limitMs / 1000} s`);
        continue;
      }
      demand(response, 'sample', `${contender}, ${variant.name}`);
      samples.push(response.sample);
    }
  }
}

function demand<Type extends Response['type']>(
  response: Response,
  type: Type,
  where: string,
): asserts response is Extract<Response, { type: Type }> {
  if (response.type === type) return;
  throw new Error(
    `${where}: ${response.type === 'failed' ? response.message : `answered ${response.type}`}`,
  );
}

function cellOf(samples: readonly Sample[], per: number): Cell {
  const names = Object.keys(samples[0] ?? {});
  const metrics = names.map((name) => {
    const values = samples.map((sample) => sample[name] ?? Number.NaN);
    return [name, summarize(values.map((value) => value / per))] as const;
  });
  return { kind: 'measured', metrics: Object.fromEntries(metrics) };
}

const key = (contender: string, { series = '' }: VariantShape): string => `${contender} ${series}`;

/** Why the next variant of a series is not worth beginning. */
function foresee(before: readonly Growth[] | undefined, variant: VariantShape): string | undefined {
  const last = before?.at(-1);
  const { size, series } = variant;
  if (last === undefined || size === undefined || series === undefined) return undefined;
  if (last.time === Number.POSITIVE_INFINITY) return 'not tried: it did not end in a smaller one';
  const earlier = before?.at(-2);
  const power = earlier === undefined ? 1 : Math.max(1, exponent(earlier, last));
  const expected = last.time * (size / last.size) ** power;
  if (expected < limitMs) return undefined;
  return `not tried: about ${Math.round(expected / 1000)} s, from the smaller ones`;
}
