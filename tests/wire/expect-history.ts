import { expect } from 'vitest';
import { readHistory } from './history/read-history.ts';
import type { RecordedCall } from './recorded-calls.ts';
import type { WireProvider } from './recording.ts';
import type { RecordingServer } from './serve-recording.ts';

/** A request's body, to stand beside what went wrong with it. */
export function printed(body: unknown): string {
  return `the request's body was\n${JSON.stringify(body, null, 2)}\n`;
}

/**
 * Expects the last request to hold these calls, in this order, each with its one result that says
 * what is expected of it, in a history that the provider takes.
 */
export function expectHistory(
  provider: WireProvider,
  { requests }: RecordingServer,
  calls: readonly RecordedCall[],
  results: readonly (string | RegExp)[],
): void {
  const body = requests.at(-1)?.body;
  const { turns, faults } = readHistory(provider, body);
  expect(faults, printed(body)).toEqual([]);
  const called = turns.flatMap((turn) =>
    turn.kind === 'call' ? [{ toolName: turn.name, input: turn.input }] : [],
  );
  expect(called, printed(body)).toEqual(calls);
  const answered = turns.flatMap((turn) => (turn.kind === 'result' ? [turn.text] : []));
  expect(answered, printed(body)).toEqual(
    results.map((result) =>
      typeof result === 'string' ? expect.stringContaining(result) : expect.stringMatching(result),
    ),
  );
}
