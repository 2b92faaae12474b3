import { holdLaw } from './kit/hold-law.ts';
import { oneDecision } from './one-decision.ts';

holdLaw('law 8: a call is decided once, and the model hears when all have ended', {
  name: 'one-decision',
  find: oneDecision,
  bias: {
    tool: { gate: ['open', 'asks', 'asks', 'asks', 'rule throws'], guard: ['none'] },
    input: ['valid'],
    does: ['returns', 'returns', 'throws', 'suspends', 'suspends twice', 'returns late'],
    endings: ['tool-calls'],
    acts: [
      'agree',
      'edit',
      'decline',
      'decide both ways',
      'decide again',
      'decide late',
      'decide elsewhere',
      'confuse kinds',
      'restart',
      'message',
    ],
  },
});
