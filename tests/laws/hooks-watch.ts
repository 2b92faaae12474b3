import { callKey, lastRecords } from './kit/call-facts.ts';
import { carryOut } from './kit/carry-out.ts';
import type { HookEvent, Trial } from './kit/trial.ts';

/**
 * start ≤ delta* ≤ available ≤ output, each but the deltas at most once. One that never ends holds up
 * those behind it until the call waits. Another run on the thread may use the id again.
 */
const IN_ORDER = /^(sd*a?o?)*$/;
const LETTERS = { onInputStart: 's', onInputDelta: 'd', onInputAvailable: 'a', onOutput: 'o' };

/**
 * Law 6: hooks are told in order and change nothing: a script comes to the same with hooks that
 * throw or never end as with hooks that do nothing.
 */
export async function hooksWatch(trial: Trial): Promise<readonly string[]> {
  const byCall = new Map<string, HookEvent[]>();
  for (const event of trial.events) {
    if (event.type !== 'hook') continue;
    // a provider may begin a call under another name: its tool has hooks of its own
    const key = `${event.toolCallId} of ${event.toolName}`;
    byCall.set(key, [...(byCall.get(key) ?? []), event]);
  }
  const order = [...byCall].flatMap(([key, told]) => {
    const word = told.map(({ hook }) => LETTERS[hook]).join('');
    return IN_ORDER.test(word) ? [] : [`${key} told ${word}`];
  });
  const { script } = trial;
  const [alpha, beta, gamma] = script.tools;
  const quiet = await carryOut({
    ...script,
    tools: [alpha, beta, gamma].map((tool) =>
      tool.hooks === 'none' ? tool : { ...tool, hooks: 'quiet' },
    ),
  });
  const [loud, calm] = [trial, quiet].map(ends);
  return loud === calm ? order : [...order, `with such hooks: ${loud}`, `without: ${calm}`];
}

/** How every call ended and what the model was told, whatever the time and whatever ids were made up. */
function ends(trial: Trial): string {
  const names = new Map<string, string>();
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `#${names.size}`;
    names.set(id, name);
    return name;
  };
  const text = JSON.stringify(
    lastRecords(trial).map((call) => {
      const { toolName, state, attempts, result, transcript } = call;
      return [nameOf(callKey(call)), toolName, state, attempts, result, transcript.state];
    }),
  );
  return text
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'now')
    .replaceAll(/call_[0-9a-f]+/g, (id) => nameOf(id));
}
