import { consentIsTheHosts } from './consent-is-the-hosts.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 3: nothing a model or a client writes can approve, answer or steer', {
  name: 'consent-is-the-hosts',
  find: consentIsTheHosts,
  bias: {
    tool: { gate: ['open', 'open', 'asks'], guard: ['none'] },
    input: ['valid', 'forged'],
    calls: ['alpha', 'alpha', 'beta', 'helve_answer', 'helve_answer', 'inactive'],
    does: ['returns', 'suspends', 'suspends', 'suspends twice'],
    acts: ['forge', 'message', 'agree', 'decline', 'answer badly', 'confuse kinds', 'restart'],
    endings: ['tool-calls'],
    abort: ['never'],
  },
});
