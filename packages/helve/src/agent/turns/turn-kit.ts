import { createTool } from '../../call/create-tool.ts';
import type { ScriptedModel } from '../../testing/scripted-model.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { signal } from '../behaviour/test-kit.ts';

// What the tests of turns share. Nothing of it is published.

export const memory = { thread: 't' };

/** A tool that a run stays in until the test lets it go on. */
export interface Gate {
  readonly hold: AnyTool;
  readonly entered: Promise<void>;
  readonly go: () => void;
}

export function gate(): Gate {
  const entered = signal();
  const go = signal();
  const hold = createTool({
    id: 'hold',
    execute: async () => {
      entered.resolve();
      await go.promise;
      return 'went on';
    },
  });
  return { hold, entered: entered.promise, go: () => go.resolve() };
}

/** What the model was told in each request, a word a message. */
export function told({ requests }: ScriptedModel): readonly string[] {
  return requests.map(({ prompt }) =>
    prompt
      .map(({ role, content }) => {
        const [part] = Array.isArray(content) ? content : [];
        return role === 'user' || role === 'assistant' ? (part?.text ?? `${role}:call`) : role;
      })
      .join(' '),
  );
}
