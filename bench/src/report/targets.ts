import type { Cells } from '../measure/result.ts';
import { figure } from '../measure/result.ts';
import { input } from '../workloads/input.ts';
import { loop } from '../workloads/loop.ts';
import { digits } from './format.ts';
import { growthOf } from './workload-report.ts';

/** All that was measured, by workload. */
export type Results = Readonly<Record<string, Cells>>;

/** Something that Helve sets out to reach, and how far it has come. */
export interface Target {
  readonly what: string;
  readonly wanted: string;
  /** Of the medians: what is judged. */
  readonly measured: string;
  /** The same of the minima: the rounds that the rest of the machine disturbed least. */
  readonly atBest: string;
  readonly reached: boolean;
}

const peers = ['mastra', 'ai-sdk', 'openai', 'langchain', 'tanstack'];

/** What is to be at most, or at least, so much; nothing where it was not measured. */
export interface Aim {
  readonly what: string;
  readonly value: number | undefined;
  readonly most?: number;
  readonly least?: number;
  readonly unit: string;
}

/** Which figure of a series of samples counts. */
export type Pick = 'median' | 'min';

/** Holds the results against what Helve sets out to reach. */
export function judgeTargets(results: Results): readonly Target[] {
  return judge((pick) => aimsOf(results, pick));
}

/** Judges by medians what was measured, and says what it is at best. */
export function judge(aims: (pick: Pick) => readonly Aim[]): readonly Target[] {
  const best = aims('min');
  return aims('median').flatMap(({ what, value, most, least, unit }, index) => {
    if (value === undefined || Number.isNaN(value)) return [];
    const wanted = most === undefined ? `≥ ${least} ${unit}` : `≤ ${most} ${unit}`;
    return [
      {
        what,
        wanted: wanted.trim(),
        measured: `${digits(value)} ${unit}`.trim(),
        atBest: `${digits(best[index]?.value ?? value)} ${unit}`.trim(),
        reached: (most === undefined || value <= most) && (least === undefined || value >= least),
      },
    ];
  });
}

const aimsOf = (results: Results, pick: Pick): readonly Aim[] => [
  ...smallAims(results, pick),
  ...loopAims(results, pick),
  ...streamAims(results, pick),
];

function smallAims(results: Results, pick: Pick): Aim[] {
  const get = (workload: string, variant: string, row: string, metric?: string) =>
    figure(results[workload], variant, row, metric)?.[pick];
  const ratio = (workload: string, variant: string, base: string) =>
    over(get(workload, variant, 'helve'), get(workload, variant, base));
  const imported = (metric: string) => get('import', 'import', 'helve', metric);
  const [steps1, steps11] = ['1 step', '11 steps'].map((name) => get('tools', name, 'helve'));
  return [
    {
      what: 'import, times an empty process',
      value: ratio('import', 'import', 'empty process'),
      most: 1.3,
      unit: '×',
    },
    { what: 'import, files', value: imported('files'), most: 10, unit: 'files' },
    { what: 'import, schema libraries', value: imported('schemaLibraries'), most: 0, unit: '' },
    { what: 'import, AI SDK packages', value: imported('aiSdk'), most: 0, unit: '' },
    {
      what: 'bundle of one tool, above zod',
      value: get('bundle', 'one tool', 'helve', 'over'),
      most: 10,
      unit: 'kB',
    },
    {
      what: 'bundle with the loop, above zod',
      value: get('bundle', 'with the loop', 'helve', 'over'),
      most: 30,
      unit: 'kB',
    },
    {
      what: 'direct call, 2 fields, times the parses',
      value: ratio('direct', '2 fields', 'hand'),
      most: 1.5,
      unit: '×',
    },
    {
      what: 'direct call, 30 fields, times the parses',
      value: ratio('direct', '30 fields', 'hand'),
      most: 1.2,
      unit: '×',
    },
    {
      what: '1,000 tools, a later step',
      value: steps1 === undefined || steps11 === undefined ? undefined : (steps11 - steps1) / 10,
      most: 1,
      unit: 'ms',
    },
  ];
}

function loopAims(results: Results, pick: Pick): Aim[] {
  const cells = results['loop'];
  if (cells === undefined) return [];
  const time = (variant: string, row: string) => figure(cells, variant, row)?.[pick];
  const faster = (variant: string) => {
    const others = peers.flatMap((peer) => time(variant, peer) ?? []);
    return others.length === 0 ? undefined : over(Math.min(...others), time(variant, 'helve'));
  };
  const sequential = ['1 call', '10 steps', '50 steps', '200 steps', '800 steps'];
  const parallel = ['50 parallel', '500 parallel'];
  const grows = (small: string, large: string) =>
    growthOf(loop.variants, cells, 'helve', small, large);
  return [
    ...sequential.map((name) => ({
      what: `${name}, times full hand`,
      value: over(time(name, 'helve'), time(name, 'full-hand')),
      most: 5,
      unit: '×',
    })),
    ...sequential.map((name) => ({
      what: `${name}, faster than the fastest peer`,
      value: faster(name),
      least: 10,
      unit: '×',
    })),
    ...parallel.map((name) => ({
      what: `${name}, faster than the fastest peer`,
      value: faster(name),
      least: 5,
      unit: '×',
    })),
    {
      what: '50 → 500 parallel, exponent',
      value: grows('50 parallel', '500 parallel'),
      most: 1.1,
      unit: '',
    },
    {
      what: '50 → 800 steps, exponent',
      value: grows('50 steps', '800 steps'),
      most: 1.05,
      unit: '',
    },
  ];
}

function streamAims(results: Results, pick: Pick): Aim[] {
  const get = (workload: string, variant: string, metric?: string) =>
    figure(results[workload], variant, 'helve', metric)?.[pick];
  const waits = (metric: string) => get('waiting', 'after 0 steps', metric) ?? Number.NaN;
  const waits20 = (metric: string) => get('waiting', 'after 20 steps', metric) ?? Number.NaN;
  const micro = (ms: number | undefined) => (ms === undefined ? undefined : ms * 1000);
  const kilo = (bytes: number | undefined) => (bytes === undefined ? undefined : bytes / 1024);
  const grown =
    results['input'] &&
    growthOf(
      input.variants,
      results['input'],
      'helve',
      '128 KB, a value each',
      '1 MB, a value each',
    );
  return [
    { what: 'text delta', value: micro(get('text', '20,000 deltas')), most: 3, unit: 'µs' },
    {
      what: '1 MB of input, a value at each piece',
      value: get('input', '1 MB, a value each'),
      most: 150,
      unit: 'ms',
    },
    { what: '128 KB → 1 MB of input, exponent', value: grown, most: 1.1, unit: '' },
    {
      what: 'live heap of a run in flight',
      value: kilo(get('concurrent', 'heap', 'bytes')),
      most: 6,
      unit: 'KB',
    },
    {
      what: '1,000 runs at a tool of 100 ms',
      value: get('concurrent', 'time'),
      most: 150,
      unit: 'ms',
    },
    {
      what: 'waiting run at rest, above its transcript',
      value: kilo(waits('bytes') - waits('transcript')),
      most: 1,
      unit: 'KB',
    },
    {
      what: 'the same after 20 steps',
      value: kilo(waits20('bytes') - waits20('transcript')),
      most: 1,
      unit: 'KB',
    },
    {
      what: 'suspend and resume',
      value: micro(waits('suspend') + waits('resume')),
      most: 50,
      unit: 'µs',
    },
  ];
}

/** How many times one figure is the other, where both were measured. */
export function over(value: number | undefined, base: number | undefined): number | undefined {
  return value === undefined || base === undefined ? undefined : value / base;
}
