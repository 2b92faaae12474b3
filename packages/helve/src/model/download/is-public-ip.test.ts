import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicIp } from './is-public-ip.ts';

/** As addresses come: through the parser of URLs. */
function judge(host: string): boolean | undefined {
  return isPublicIp(new URL(`http://${host}/`).hostname);
}

/** The special-purpose registries of RFC 6890 as they are kept today, and multicast. */
const SPECIAL_IPV4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
] as const;

const SPECIAL_IPV6 = [
  ['::', '::'],
  ['::1', '::1'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const;

function toNumber(ipv4: string): number {
  return ipv4.split('.').reduce((address, part) => address * 256 + Number(part), 0);
}

function toIpv4(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
}

describe('an IPv4 address', () => {
  test.each(SPECIAL_IPV4)('from %s to %s is not public', (first, last) => {
    expect([judge(first), judge(last)]).toEqual([false, false]);
  });

  // before and behind each special network, where that is not another special one
  test.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.0.3.0',
    '192.88.98.255',
    '192.88.100.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '203.0.112.255',
    '203.0.114.0',
    '223.255.255.255',
    '8.8.8.8',
  ])('%s is public', (address) => {
    expect(judge(address)).toBe(true);
  });

  test.each(['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16'])(
    'of the metadata service of a cloud is not public: %s',
    (address) => {
      expect(judge(address)).toBe(false);
    },
  );
});

describe('an IPv6 address', () => {
  test.each(SPECIAL_IPV6)('from %s to %s is not public', (first, last) => {
    expect([judge(`[${first}]`), judge(`[${last}]`)]).toEqual([false, false]);
  });

  test.each([
    '2000::',
    '2001:200::',
    '2001:db7::1',
    '2001:db9::',
    '2003::',
    '2606:4700::1111',
    '3ffe::',
  ])('%s is public', (address) => {
    expect(judge(`[${address}]`)).toBe(true);
  });

  test('that stands for an IPv4 one is as public as that', () => {
    expect(judge('[64:ff9b::8.8.8.8]')).toBe(true);
    expect(judge('[64:ff9b::10.0.0.1]')).toBe(false);
  });
});

test.each(['example.com', 'a.1.2.3.4.example', 'face.example'])('%s is a name', (name) => {
  expect(judge(name)).toBeUndefined();
});

type Writing = (address: number) => string;

const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0');
const parts = (address: number): readonly number[] => toIpv4(address).split('.').map(Number);
const groups = (address: number): string =>
  `${hex(Math.floor(address / 65_536))}:${hex(address % 65_536)}`;

/** Ways to write one address, each of which gets a connection to it. */
const WRITINGS: Readonly<Record<string, Writing>> = {
  dotted: toIpv4,
  'with a dot at the end': (address) => `${toIpv4(address)}.`,
  decimal: String,
  hexadecimal: (address) => `0x${hex(address)}`,
  octal: (address) => `0${address.toString(8)}`,
  'hexadecimal parts': (address) =>
    parts(address)
      .map((part) => `0x${hex(part, 2)}`)
      .join('.'),
  'octal parts': (address) =>
    parts(address)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  'two parts': (address) => `${Math.floor(address / 2 ** 24)}.${address % 2 ** 24}`,
  'three parts': (address) => {
    const [first, second] = parts(address);
    return `${first}.0x${hex(second ?? 0)}.${address % 65_536}`;
  },
  'percent-encoded': (address) =>
    [...toIpv4(address)].map((character) => `%${hex(character.charCodeAt(0))}`).join(''),
  'full-width digits': (address) =>
    toIpv4(address).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'full-width dots': (address) => toIpv4(address).replaceAll('.', '。'),
  'mapped into IPv6': (address) => `[::ffff:${toIpv4(address)}]`,
  'mapped into IPv6, in groups': (address) => `[0:0:0:0:0:FFFF:${groups(address)}]`,
  'compatible with IPv6': (address) => `[::${toIpv4(address)}]`,
  'through NAT64': (address) => `[64:ff9b::${toIpv4(address)}]`,
  'through local NAT64': (address) => `[64:ff9b:1::${toIpv4(address)}]`,
  'through 6to4': (address) => `[2002:${groups(address)}::1]`,
};

const specialIpv4 = fc
  .constantFrom(...SPECIAL_IPV4)
  .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));

test.each(Object.entries(WRITINGS))(
  'no special IPv4 address passes in disguise: %s',
  (_, write) => {
    fc.assert(
      fc.property(specialIpv4, (address) => {
        expect(judge(write(address))).toBe(false);
      }),
    );
  },
);

test('every IPv4 address is special exactly where the registry has it', () => {
  const ranges = SPECIAL_IPV4.map(([first, last]) => [toNumber(first), toNumber(last)] as const);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (address) => {
      // public by the registry, and a cloud's own all the same
      fc.pre(toIpv4(address) !== '168.63.129.16');
      const isSpecial = ranges.some(([first, last]) => first <= address && address <= last);
      expect(judge(toIpv4(address))).toBe(!isSpecial);
    }),
  );
});

test('every IPv6 address outside of the global range is not public, however it is written', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const outside = fc
    .tuple(group, group, group, group, group, group, group, group)
    .filter(([first, second]) => first >> 13 !== 1 && !(first === 0x64 && second === 0xff9b));
  fc.assert(
    fc.property(outside, fc.boolean(), (address, isUpper) => {
      const written = address.map((value) => hex(value, isUpper ? 4 : 0)).join(':');
      expect(judge(`[${isUpper ? written.toUpperCase() : written}]`)).toBe(false);
    }),
  );
});
