import { describe, expect, test, vi } from 'vitest';
import type { AddressRules } from './check-address.ts';
import { checkAddress } from './check-address.ts';
import type { HostLookup } from './lookup-host.ts';

const PUBLIC: HostLookup = { kind: 'found', addresses: ['93.184.215.14', '2606:4700::1111'] };

function check(address: string, rules: Partial<AddressRules> = {}) {
  return checkAddress(new URL(address), {
    allowPrivateAddresses: false,
    allowUnknownNames: false,
    lookUpHost: async () => PUBLIC,
    ...rules,
  });
}

const refused = { reason: 'address', why: expect.any(String) };

test.each([
  'https://shop.example/7.png',
  'http://93.184.215.14:8080/',
  'https://[2606:4700::1111]/',
])('%s may be downloaded from', async (address) => {
  expect(await check(address)).toBeUndefined();
});

test.each([
  'file:///etc/passwd',
  'ftp://shop.example/7.png',
  'gs://bucket/7.png',
  'blob:https://shop.example/7',
  'javascript:alert(1)',
])('an address of another protocol is refused: %s', async (address) => {
  const problem = await check(address, { allowPrivateAddresses: true });
  expect(problem).toEqual({ reason: 'address', why: expect.stringContaining('http: and https:') });
});

test.each([
  'https://user:secret@shop.example/',
  'https://user@shop.example/',
  'https://:s@shop.example/',
])(
  'an address with credentials is refused, also where all networks are allowed: %s',
  async (address) => {
    const problem = await check(address, { allowPrivateAddresses: true });
    expect(problem).toEqual({ reason: 'address', why: expect.stringContaining('password') });
  },
);

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'app.localhost',
  'printer.local',
  'metadata.google.internal',
  'metadata.google.internal.',
  'nas.home.arpa',
  'localhost.localdomain',
  'redis',
  'metadata',
])('the name of something inside is refused without looking it up: %s', async (host) => {
  const lookUpHost = vi.fn(async () => PUBLIC);
  expect(await check(`http://${host}/`, { lookUpHost })).toEqual(refused);
  expect(lookUpHost).not.toHaveBeenCalled();
});

describe('a name that is looked up', () => {
  test.each([
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['::1']],
    [['::ffff:10.0.0.1']],
    [['fe80::1%eth0']],
    [['169.254.169.254']],
    [['nonsense']],
  ])('is refused where it leads to %j', async (addresses) => {
    const lookUpHost = async (): Promise<HostLookup> => ({ kind: 'found', addresses });
    const problem = await check('https://rebind.example/', { lookUpHost });
    expect(problem).toEqual({ reason: 'address', why: expect.stringContaining('leads to') });
  });

  test('is refused where it is not known', async () => {
    const error = new Error('ENOTFOUND');
    const lookUpHost = async (): Promise<HostLookup> => ({ kind: 'not-found', error });
    const problem = await check('https://gone.example/', { lookUpHost });
    expect(problem).toMatchObject({ reason: 'unreachable', cause: error });
    const rules = { lookUpHost, allowUnknownNames: true };
    expect(await check('https://gone.example/', rules)).toBeUndefined();
  });

  test('passes where the runtime cannot look it up', async () => {
    const lookUpHost = async (): Promise<HostLookup> => ({ kind: 'unknown' });
    expect(await check('https://edge.example/', { lookUpHost })).toBeUndefined();
  });
});

describe('a function of the host', () => {
  test('allows single addresses inside, and is asked for no others', async () => {
    const asked: string[] = [];
    const allowPrivateAddresses = (url: URL): boolean => {
      asked.push(url.href);
      return url.host === '10.0.0.1:8080';
    };
    const rules = { allowPrivateAddresses };
    expect(await check('http://10.0.0.1:8080/a', rules)).toBeUndefined();
    expect(await check('http://10.0.0.1:9090/a', rules)).toEqual(refused);
    expect(await check('https://shop.example/', rules)).toBeUndefined();
    expect(asked).toEqual(['http://10.0.0.1:8080/a', 'http://10.0.0.1:9090/a']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('no');
      },
    ],
    // a promise is truthy
    ['answers with a promise', () => Promise.resolve(false) as unknown as boolean],
    ['answers nothing', () => undefined as unknown as boolean],
  ])('that %s allows nothing', async (_, allowPrivateAddresses) => {
    expect(await check('http://127.0.0.1/', { allowPrivateAddresses })).toEqual(refused);
  });

  test('cannot change the address that is fetched from', async () => {
    const url = new URL('http://127.0.0.1/');
    await checkAddress(url, {
      allowPrivateAddresses: (asked) => {
        asked.hostname = 'shop.example';
        return true;
      },
      allowUnknownNames: false,
      lookUpHost: async () => PUBLIC,
    });
    expect(url.href).toBe('http://127.0.0.1/');
  });
});

test('nothing is looked up where everything is allowed', async () => {
  const lookUpHost = vi.fn(async () => PUBLIC);
  const rules = { allowPrivateAddresses: true, lookUpHost };
  expect(await check('http://redis/', rules)).toBeUndefined();
  expect(await check('http://shop.example/', rules)).toBeUndefined();
  expect(lookUpHost).not.toHaveBeenCalled();
});
