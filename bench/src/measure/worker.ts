import type { Contender } from '../contender.ts';
import type { ServerContender } from '../servers/server-contender.ts';
import type { StoreContender } from '../stores/store-contender.ts';
import { storeWorkloads, workloads } from '../workloads/index.ts';
import { mcpWorkloads } from '../workloads/mcp.ts';
import type { Request, Response } from './protocol.ts';
import type { Prepared } from './workload.ts';

// A contender's own process: one library, its heap and its compiled code, and nobody else's.

const [folder = '', name = '', quick = ''] = process.argv.slice(2);
// a file of ours, by a name that the driver has from its list
const module = (await import(`../${folder}/${name}.ts`)) as
  | { readonly contender: Contender }
  | { readonly storeContender: StoreContender }
  | { readonly serverContender: ServerContender };

// what a process does first finds all of the library's code cold
const firstWarmUpMs = quick === 'quick' ? 300 : 1500;
let warmUpMs = firstWarmUpMs;
// a server that has been up for a while has done the same hundreds of times, whoever is slow at it
const warmUpTimes = quick === 'quick' ? 30 : 300;
const isWarm = (times: number, spentMs: number): boolean =>
  spentMs >= 5 * warmUpMs || (spentMs >= warmUpMs && times >= warmUpTimes);
const batchMs = quick === 'quick' ? 5 : 15;

let prepared: Prepared = { kind: 'cannot', why: 'not prepared' };
let batch = 1;

function variantOf<Of extends { readonly name: string }>(
  all: readonly { readonly name: string; readonly variants: readonly Of[] }[],
  workloadName: string,
  variantName: string,
): Of {
  const workload = all.find((one) => one.name === workloadName);
  const variant = workload?.variants.find((one) => one.name === variantName);
  if (variant === undefined) throw new Error(`There is no ${workloadName}: ${variantName}.`);
  return variant;
}

function preparedOf(workload: string, variant: string): Prepared | Promise<Prepared> {
  const isQuick = quick === 'quick';
  if ('contender' in module) {
    return variantOf(workloads, workload, variant).prepare(module.contender, isQuick);
  }
  return 'storeContender' in module
    ? variantOf(storeWorkloads, workload, variant).prepare(module.storeContender, isQuick)
    : variantOf(mcpWorkloads, workload, variant).prepare(
        { ...module.serverContender, name },
        isQuick,
      );
}

async function prepare(workloadName: string, variantName: string): Promise<Response> {
  prepared = await preparedOf(workloadName, variantName);
  batch = 1;
  if (prepared.kind === 'cannot') return { type: 'cannot', why: prepared.why };
  if (prepared.kind === 'sampled') return { type: 'ready', onceMs: 0 };
  const began = performance.now();
  await prepared.check();
  let onceMs = performance.now() - began;
  // what takes seconds has warmed up by having been checked
  if (onceMs < 1000) {
    let times = 0;
    const start = performance.now();
    do {
      await prepared.once();
      times += 1;
      onceMs = (performance.now() - start) / times;
    } while (!isWarm(times, performance.now() - start));
    const later = performance.now();
    await prepared.once();
    // what was compiled meanwhile is faster than the average
    onceMs = Math.min(onceMs, performance.now() - later);
    batch = Math.max(1, Math.min(100_000, Math.round(batchMs / onceMs)));
    warmUpMs = firstWarmUpMs / 5;
  }
  return { type: 'ready', onceMs };
}

async function sample(): Promise<Response> {
  if (prepared.kind === 'cannot') throw new Error(prepared.why);
  if (prepared.kind === 'sampled') return { type: 'sample', sample: await prepared.sample() };
  const start = performance.now();
  for (let times = 0; times < batch; times += 1) await prepared.once();
  return { type: 'sample', sample: { time: (performance.now() - start) / batch } };
}

async function answer(request: Request): Promise<Response> {
  try {
    if (request.type === 'sample') return await sample();
    return await prepare(request.workload, request.variant);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { type: 'failed', message: text };
  }
}

process.on('message', (request: Request) => {
  void answer(request).then((response) => process.send?.(response));
});
