import { createTool } from 'helve';
import { describe, expect, test } from 'vitest';
import { InvalidMcpServerError } from './invalid-mcp-server-error.ts';
import { serverOf } from './server-kit.ts';

const tool = createTool({ id: 't', execute: async () => 1 });

test.each([
  ['name', ''],
  ['version', undefined],
  ['tools', [tool]],
  ['agents', 'support'],
  ['approval', 'elict'],
  ['approval', true],
  ['requireToolApproval', 'destructiv'],
  ['allowedHosts', 'example.com'],
  ['allowedHosts', ['https://example.com']],
  ['allowedHosts', ['example.com:8443']],
  ['allowedHosts', ['*']],
  ['allowedOrigins', ['https://example.com']],
  ['decisionTimeoutMs', 0],
])('an option that is none is refused, and the message says which: %s = %j', (key, value) => {
  const making = () => serverOf({ tool }, { [key]: value });
  expect(making).toThrow(`createMcpServer(): ${key} takes`);
  expect(making).toThrow(InvalidMcpServerError);
});

test.each(['bodyBytes', 'callMs', 'sessions'])('a limit is a number above zero: %s', (key) => {
  expect(() => serverOf({ tool }, { limits: { [key]: -1 } })).toThrow(`limits.${key}`);
  expect(() => serverOf({ tool }, { limits: { [key]: Number.NaN } })).toThrow(`limits.${key}`);
});

describe('the key of a tool', () => {
  test.each(['', 'a b', 'a/b', 'x'.repeat(129), 'helve_answer'])('is not %j', (name) => {
    expect(() => serverOf({ [name]: tool })).toThrow(JSON.stringify(name).slice(0, 20));
  });

  test.each(['a', 'files.read', 'A-b_c', 'x'.repeat(128)])('may be %j', (name) => {
    expect(() => serverOf({ [name]: tool })).not.toThrow();
  });
});

test('what is no tool is refused by its name', () => {
  // as a program without types may do
  const tools = { odd: {} } as unknown as { odd: typeof tool };
  expect(() => serverOf(tools)).toThrow('tools.odd is not a tool');
});
