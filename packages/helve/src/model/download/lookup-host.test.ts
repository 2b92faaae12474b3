import { expect, test } from 'vitest';
import { lookUpHost } from './lookup-host.ts';

function failing(error: unknown) {
  return { promises: { lookup: () => Promise.reject(error) } };
}

test('a name is looked up with what the runtime has', async () => {
  const found = await lookUpHost('localhost');
  expect(found).toEqual({ kind: 'found', addresses: expect.any(Array) });
  const [first] = found.kind === 'found' ? found.addresses : [];
  expect(first).toMatch(/^(127\.|::1$)/);
});

test('a name that leads nowhere is not known', async () => {
  const error = Object.assign(new Error('getaddrinfo ENOTFOUND x'), { code: 'ENOTFOUND' });
  expect(await lookUpHost('x', failing(error))).toEqual({ kind: 'not-found', error });
});

test.each([
  [
    'the function is only a stub',
    Object.assign(new Error('no'), { code: 'ERR_METHOD_NOT_IMPLEMENTED' }),
  ],
  ['the function throws something else', new Error('[unenv] dns.lookup is not implemented yet!')],
])('nothing is said of a name where %s', async (_, error) => {
  expect(await lookUpHost('x', failing(error))).toEqual({ kind: 'unknown' });
});
