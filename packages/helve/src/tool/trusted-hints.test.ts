import { expect, test } from 'vitest';
import { trustedHints } from './trusted-hints.ts';

const bold = {
  title: 'Look',
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const cautious = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

test('hints count as they are where nobody says that their source is not trusted', () => {
  expect(trustedHints({ mcp: { annotations: bold } })).toEqual(bold);
  expect(trustedHints({ mcp: { annotations: bold, trusted: true } })).toEqual(bold);
  expect(trustedHints({})).toEqual({});
});

test('hints of an untrusted source relax nothing; its name for people stays', () => {
  expect(trustedHints({ mcp: { annotations: bold, trusted: false } })).toEqual({
    ...cautious,
    title: 'Look',
  });
});

test('an untrusted source without hints is as cautious', () => {
  expect(trustedHints({ mcp: { trusted: false } })).toEqual(cautious);
  expect(trustedHints({ mcp: { annotations: { destructiveHint: true }, trusted: false } })).toEqual(
    cautious,
  );
});
