import type { Logger } from 'helve';
import { paint } from './paint.ts';
import type { Screen } from './screen.ts';

/** Says in a line what went wrong; the details, which are for logs, it leaves out. */
export function screenLogger(screen: Screen): Logger {
  const say = (message: string): void => {
    screen.lines(message, paint.hidden);
    screen.wait();
  };
  return { debug: () => undefined, info: () => undefined, warn: say, error: say };
}
