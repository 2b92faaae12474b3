import { holdLaw } from './kit/hold-law.ts';
import { waitingIsSafe } from './waiting-is-safe.ts';

holdLaw('law 7: waits are stored before they are announced, and last', {
  name: 'waiting-is-safe',
  find: waitingIsSafe,
  bias: {
    tool: { gate: ['open', 'open', 'asks'], guard: ['none'] },
    input: ['valid', 'valid', 'valid', 'as text', 'forged'],
    does: [
      'returns',
      'suspends',
      'suspends twice',
      'suspends unawaited',
      'suspends caught',
      'suspends badly',
    ],
    endings: ['tool-calls', 'tool-calls', 'stop'],
    acts: [
      'agree',
      'decide late',
      'answer badly',
      'confuse kinds',
      'restart',
      'decline',
      'message',
    ],
  },
});
