import { errorsAreForSomeone } from './errors-are-for-someone.ts';
import { holdLaw } from './kit/hold-law.ts';

holdLaw('law 12: what is thrown becomes a text for the model, one for people, and a log record', {
  name: 'errors-are-for-someone',
  find: errorsAreForSomeone,
  bias: {
    tool: { gate: ['open', 'open', 'asks'], guard: ['none', 'none', 'throws', 'answers'] },
    input: ['valid', 'valid', 'invalid', 'malformed'],
    does: ['throws', 'throws', 'throws oddly', 'returns', 'returns wrong', 'suspends badly'],
    endings: ['tool-calls', 'tool-calls', 'error', 'breaks off'],
  },
});
