import type { QuoteInput } from './quote-tools.ts';
import { serveRaw } from './raw-server.ts';
import type { ServerContender } from './server-contender.ts';

export const serverContender: ServerContender = {
  cannot: {},
  validates: false,
  does:
    'the same without the parses: the SDK checks the messages of the protocol, and a low-level ' +
    '`Server` validates nothing of a tool; what does not fit reaches it',
  serve: (place) =>
    serveRaw(place, {
      // what is measured is that nobody looks
      input: (_tool, value) => value as QuoteInput,
      output: (_tool, value) => value,
    }),
};
