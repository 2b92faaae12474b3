import { serveRaw } from './raw-server.ts';
import type { ServerContender } from './server-contender.ts';

export const serverContender: ServerContender = {
  cannot: {},
  validates: true,
  does:
    "the SDK's low-level `Server` with handlers by hand, which parse input and output with the " +
    'same zod schemas as all others do: the base of the ratios',
  serve: (place) =>
    serveRaw(place, {
      input: (tool, value) => tool.input.parse(value),
      output: (tool, value) => tool.output.parse(value),
    }),
};
