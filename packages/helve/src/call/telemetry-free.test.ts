import { expect, test, vi } from 'vitest';
import { createTool } from './create-tool.ts';
import { execute } from './execute.ts';
import { isObserved } from './telemetry.ts';
import { testCall, testRuntime } from './test-runtime.ts';

const loaded = vi.hoisted(() => ({ api: false }));

vi.mock('@opentelemetry/api', async (load) => {
  loaded.api = true;
  return load();
});

test('while nobody observes, no module of OpenTelemetry is loaded', async () => {
  const tool = createTool({
    id: 'tool',
    timeoutMs: 1_000,
    execute: async (_, { observe }) => {
      observe.log('info', 'hello');
      return observe.span('query', () => 5);
    },
  });
  expect(await tool.execute({})).toBe(5);
  const execution = await execute(testCall(tool), testRuntime(), undefined);
  expect(execution).toEqual({ kind: 'returned', value: 5 });
  expect(isObserved()).toBe(false);
  expect(loaded.api).toBe(false);
});
