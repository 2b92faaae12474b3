import { itAlwaysReturns } from './it-always-returns.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 9: aborts and time-outs end every call', {
  name: 'it-always-returns',
  find: itAlwaysReturns,
  bias: {
    tool: { gate: ['open', 'open', 'asks'], guard: ['none', 'none', 'hangs'] },
    input: ['valid'],
    does: ['returns', 'hangs', 'hangs', 'returns late', 'returns late', 'suspends'],
    endings: ['tool-calls', 'tool-calls', 'tool-calls', 'breaks off'],
    abort: ['never', 'never', 'chunk', 'execution'],
  },
});
