import { aCrashLosesNothing } from './a-crash-loses-nothing.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 11: whenever a process dies, nothing is lost, and nothing runs again that must not', {
  name: 'a-crash-loses-nothing',
  find: aCrashLosesNothing,
  bias: {
    tool: {
      gate: ['open', 'open', 'asks'],
      guard: ['none', 'none', 'none', 'refuses', 'answers'],
      hooks: ['none'],
    },
    does: ['returns', 'returns', 'suspends', 'suspends twice', 'throws', 'returns late', 'reports'],
    endings: ['tool-calls', 'tool-calls', 'tool-calls', 'stop', 'breaks off'],
    acts: ['agree', 'agree', 'edit', 'decline', 'decide both ways', 'message', 'restart'],
    abort: ['never'],
    crashes: true,
  },
});
