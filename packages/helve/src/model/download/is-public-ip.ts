/** The first 32 bits of a network, and how many of them name it. */
type Network = readonly [start: number, bits: number];

/**
 * IPv4 networks that are not the public internet.
 *
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const SPECIAL_IPV4: readonly Network[] = [
  [0x00000000, 8], // 0.0.0.0: this network
  [0x0a000000, 8], // 10.0.0.0: private
  [0x64400000, 10], // 100.64.0.0: shared by a carrier's customers; a cloud's metadata
  [0x7f000000, 8], // 127.0.0.0: loopback
  [0xa9fe0000, 16], // 169.254.0.0: link-local; most clouds' metadata
  [0xac100000, 12], // 172.16.0.0: private
  [0xc0000000, 24], // 192.0.0.0: protocol assignments; a cloud's metadata
  [0xc0000200, 24], // 192.0.2.0: documentation
  [0xc0586300, 24], // 192.88.99.0: relays to IPv6, abandoned
  [0xc0a80000, 16], // 192.168.0.0: private
  [0xc6120000, 15], // 198.18.0.0: benchmarks
  [0xc6336400, 24], // 198.51.100.0: documentation
  [0xcb007100, 24], // 203.0.113.0: documentation
  [0xe0000000, 4], // 224.0.0.0: multicast
  [0xf0000000, 4], // 240.0.0.0: reserved, broadcast
  [0xa83f8110, 32], // 168.63.129.16: the host of a cloud's machines, in spite of its public number
];

/** All of IPv6 that is given out for the public internet. */
const GLOBAL_IPV6: Network = [0x20000000, 3];

/**
 * What is special within {@link GLOBAL_IPV6}.
 *
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const SPECIAL_IPV6: readonly Network[] = [
  [0x20010000, 23], // 2001::: protocol assignments, tunnels
  [0x20010db8, 32], // 2001:db8::: documentation
  [0x20020000, 16], // 2002::: 6to4, which hides an IPv4 address
  [0x3fff0000, 20], // 3fff::: documentation
];

/** `64:ff9b::/96`: public IPv4 as networks that have only IPv6 write it. */
const NAT64_PREFIX = [0x64, 0xff9b, 0, 0, 0, 0];

/**
 * Whether an IP address belongs to the public internet; `undefined` where the text is a name and no
 * address. Takes the forms that `URL.hostname` has, to which the parser of URLs brings all others.
 */
export function isPublicIp(hostname: string): boolean | undefined {
  const ipv6 = readIpv6(hostname);
  if (ipv6) return isPublicIpv6(ipv6);
  const ipv4 = readIpv4(hostname);
  return ipv4 === undefined ? undefined : isPublicIpv4(ipv4);
}

function isPublicIpv4(address: number): boolean {
  return !SPECIAL_IPV4.some((network) => isWithin(address, network));
}

function isPublicIpv6(groups: readonly number[]): boolean {
  if (NAT64_PREFIX.every((group, index) => groups[index] === group)) {
    return isPublicIpv4(joinGroups(groups[6], groups[7]));
  }
  const start = joinGroups(groups[0], groups[1]);
  return isWithin(start, GLOBAL_IPV6) && !SPECIAL_IPV6.some((network) => isWithin(start, network));
}

function isWithin(address: number, [start, bits]: Network): boolean {
  // shifting does not do here: its operands are signed, and 32 is taken for 0
  const size = 2 ** (32 - bits);
  return Math.floor(address / size) === Math.floor(start / size);
}

function joinGroups(high = 0, low = 0): number {
  return high * 0x10000 + low;
}

function readIpv4(hostname: string): number | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname)) return undefined;
  return hostname.split('.').reduce((address, part) => address * 0x100 + Number(part), 0);
}

/** The eight groups of an address in brackets, of which `::` leaves some out. */
function readIpv6(hostname: string): readonly number[] | undefined {
  if (!hostname.startsWith('[')) return undefined;
  const [before = [], after] = hostname.slice(1, -1).split('::').map(readGroups);
  if (!after) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
