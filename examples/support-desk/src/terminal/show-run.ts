import type { AgentStream } from 'helve/agent';
import { fieldsOf, inline } from './fields.ts';
import { mark, paint } from './paint.ts';
import type { Screen } from './screen.ts';
import { wrap } from './wrap.ts';

/**
 * Shows a run as it goes on, in the form that is meant for screens: this file cannot leak what the
 * tools' `display` transforms leave out.
 *
 * @returns what each waiting call asks, in that same form, by its `toolCallId`.
 */
export async function showRun(
  stream: AgentStream,
  screen: Screen,
): Promise<ReadonlyMap<string, unknown>> {
  const asked = new Map<string, unknown>();
  let shown = '';
  let speaks = false;

  /** A call's own heading; not again where it was the last thing shown. */
  const heading = (symbol: string, { toolCallId, toolName }: CallNames, note?: string): void => {
    if (shown !== toolCallId) screen.heading(symbol, paint.tool(toolName), note);
    shown = toolCallId;
  };

  screen.wait();
  for await (const { type, payload } of stream.displayStream) {
    switch (type) {
      case 'text-start':
        speaks = false;
        break;
      case 'text-delta':
        if (payload.text === '') break;
        if (!speaks) screen.heading(mark.agent, paint.name('Agent'));
        speaks = true;
        shown = '';
        screen.say(payload.text);
        break;
      case 'text-end':
        screen.wait();
        break;
      case 'tool-call':
        heading(mark.call, payload, inline(payload.args));
        screen.wait();
        break;
      case 'tool-call-approval':
        asked.set(payload.toolCallId, payload.args);
        break;
      case 'tool-call-suspended':
        asked.set(payload.toolCallId, payload.suspendPayload);
        break;
      case 'tool-result':
        heading(mark.done, payload);
        showFields(payload.result, screen);
        screen.wait();
        break;
      case 'tool-error':
        heading(mark.failed, payload);
        screen.lines(
          fieldsOf(payload.error)
            .map(([, text]) => text)
            .join('\n'),
          paint.bad,
        );
        screen.wait();
        break;
      case 'tool-output-denied': {
        const { by = 'a person', reason } = payload.approval;
        heading(mark.failed, payload, `declined by ${by}`);
        // the word itself stands in for a reason that nobody gave
        if (reason !== 'declined') screen.lines(reason);
        screen.wait();
        break;
      }
    }
  }
  screen.stop();
  return asked;
}

interface CallNames {
  readonly toolCallId: string;
  readonly toolName: string;
}

function showFields(value: unknown, screen: Screen): void {
  const fields = fieldsOf(value);
  const wide = Math.max(0, ...fields.map(([path]) => path.length)) + 2;
  for (const [path, text] of fields) {
    wrap(text, screen.width - wide).forEach((line, index) => {
      const label = (index === 0 ? path : '').padEnd(wide);
      screen.row(paint.quiet(label) + line);
    });
  }
}
