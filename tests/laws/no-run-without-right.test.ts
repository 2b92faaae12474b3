import { holdLaw } from './kit/hold-law.ts';
import { noRunWithoutRight } from './no-run-without-right.ts';

holdLaw('law 2: a tool runs only with every right to', {
  name: 'no-run-without-right',
  find: noRunWithoutRight,
  bias: { tool: { gate: ['open', 'asks', 'asks', 'rule throws', 'rule hangs'] } },
});
