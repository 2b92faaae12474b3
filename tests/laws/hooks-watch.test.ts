import { hooksWatch } from './hooks-watch.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 6: hooks are told in order, and nothing depends on them', {
  name: 'hooks-watch',
  find: hooksWatch,
  bias: {
    tool: { hooks: ['throw', 'hang'], guard: ['none', 'lets pass', 'refuses', 'answers'] },
    // both trials have to be aborted at the same moment, and decided upon at rest
    abort: ['never'],
    soon: [false],
    does: ['returns', 'returns nothing', 'returns wrong', 'throws', 'suspends', 'suspends twice'],
    ways: ['generate', 'stream'],
    acts: ['agree', 'edit', 'decline', 'restart', 'answer badly', 'message'],
  },
});
