import { failClosed } from './fail-closed.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 4: what cannot decide refuses, and what cannot be shown is not', {
  name: 'fail-closed',
  find: failClosed,
  bias: {
    tool: {
      gate: ['open', 'rule throws', 'rule hangs'],
      guard: ['none', 'none', 'throws', 'hangs', 'is odd'],
      encode: ['none', 'undefined', 'unknown', 'throws', 'hangs'],
      shows: ['everything', 'nothing', 'undefined', 'throws'],
    },
    input: ['valid', 'valid', 'forged'],
    does: ['returns', 'reports', 'suspends', 'throws'],
    endings: ['tool-calls', 'tool-calls', 'stop'],
  },
});
