import type { StoreWorkload, Workload } from '../measure/workload.ts';
import { concurrent } from './concurrent.ts';
import { direct } from './direct.ts';
import { input } from './input.ts';
import { loop } from './loop.ts';
import { manyTools } from './many-tools.ts';
import { storeConcurrent } from './store-concurrent.ts';
import { storeList } from './store-list.ts';
import { storeSteps } from './store-steps.ts';
import { storeWaiting } from './store-waiting.ts';
import { text } from './text.ts';
import { waiting } from './waiting.ts';

/** The workloads that contenders do in processes of their own, in the order they are shown in. */
export const workloads: readonly Workload[] = [
  direct,
  manyTools,
  loop,
  text,
  input,
  concurrent,
  waiting,
];

/** The workloads of `store`, likewise; their contenders are libraries with a store. */
export const storeWorkloads: readonly StoreWorkload[] = [
  storeSteps,
  storeWaiting,
  storeList,
  storeConcurrent,
];
