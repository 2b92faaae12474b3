import { holdLaw } from './kit/hold-law.ts';
import { oneEnd } from './one-end.ts';

holdLaw('law 1: every call ends once, and every history is valid', {
  name: 'one-end',
  find: oneEnd,
});
