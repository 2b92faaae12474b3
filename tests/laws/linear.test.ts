import { holdLaw } from './kit/hold-law.ts';
import { linear } from './linear.ts';

holdLaw('law 10: a step costs what it adds, and waiting costs nothing', {
  name: 'linear',
  find: linear,
  bias: {
    tool: { gate: ['open', 'open', 'asks'], guard: ['none'] },
    input: ['valid'],
    does: ['returns', 'returns', 'suspends', 'throws', 'reports'],
    endings: ['tool-calls'],
    abort: ['never'],
  },
});
