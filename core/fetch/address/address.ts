import { type IpBytes, parseIpLiteral } from '#core/fetch/address/ip-literal.ts';

export interface AddressVerdict {
  readonly blocked: boolean;
  /** Name of the special range the address is in, open or not; null for a public address. */
  readonly range: string | null;
}

export interface AddressOptions {
  /** Opens the private and loopback ranges; never link-local, metadata or any other. */
  readonly allowPrivateNetwork: boolean;
}

/** First bytes, number of bits that count, name. The first that matches decides. */
type Range = readonly [bytes: readonly number[], bits: number, name: string];

/**
 * IANA IPv4 Special-Purpose Address Registry (RFC 6890), and the addresses where clouds hand out
 * credentials.
 */
const IPV4_RANGES: readonly Range[] = [
  [[169, 254, 169, 254], 32, 'metadata'], // AWS, Azure, GCP, OpenStack
  [[168, 63, 129, 16], 32, 'metadata'], // Azure WireServer, a public address
  [[100, 100, 100, 200], 32, 'metadata'], // Alibaba
  [[0], 8, 'unspecified'],
  [[10], 8, 'private'],
  [[100, 64], 10, 'cgnat'],
  [[127], 8, 'loopback'],
  [[169, 254], 16, 'link-local'],
  [[172, 16], 12, 'private'],
  [[192, 0, 0], 24, 'reserved'],
  [[192, 0, 2], 24, 'documentation'],
  [[192, 88, 99], 24, 'reserved'], // 6to4 relay anycast, deprecated (RFC 7526)
  [[192, 168], 16, 'private'],
  [[198, 18], 15, 'benchmarking'],
  [[198, 51, 100], 24, 'documentation'],
  [[203, 0, 113], 24, 'documentation'],
  [[224], 4, 'multicast'],
  [[255, 255, 255, 255], 32, 'broadcast'],
  [[240], 4, 'reserved'],
];

/**
 * IANA IPv6 Special-Purpose Address Registry; what is outside 2000::/3 is not global unicast (RFC
 * 4291 §2.4).
 */
const IPV6_RANGES: readonly Range[] = [
  [[0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'metadata'], // AWS
  [[0xfd, 0x20, 0x00, 0xce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54], 128, 'metadata'], // GCP
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 128, 'unspecified'],
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, 'loopback'],
  [[0xfc], 7, 'private'],
  [[0xfe, 0x80], 10, 'link-local'],
  [[0xff], 8, 'multicast'],
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'documentation'],
  [[0x3f, 0xff, 0x00], 20, 'documentation'],
  [[0x20, 0x01, 0x00], 23, 'reserved'], // IETF protocol assignments: ORCHID, benchmarking, drone tags
];

/**
 * Place of an IPv4 address within an IPv6 address: prefix, bits that count, position of the four
 * bytes.
 */
type Embedding = readonly [bytes: readonly number[], bits: number, at: readonly number[]];

const TAIL = [12, 13, 14, 15];
const EMBEDDINGS: readonly Embedding[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 96, TAIL], // v4-mapped
  [[0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], 96, TAIL], // v4-translated (RFC 6145)
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 96, TAIL], // v4-compatible
  [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 96, TAIL], // NAT64 (RFC 6052)
  [[0x20, 0x02], 16, [2, 3, 4, 5]], // 6to4
];

const OPENED_BY_PRIVATE = new Set(['private', 'loopback']);

/**
 * Must Surf not connect to this address? Judges literals only: a host name is judged by the
 * addresses it resolves to, and passes here.
 *
 * An IPv4 address inside an IPv6 one (v4-mapped, v4-compatible, 6to4, NAT64, Teredo) is judged like
 * the IPv4 address. Text that looks like an address and is none (`1.2.3`, `::g`) is blocked. Total
 * function: never throws.
 *
 * @param ip IPv4 or IPv6 literal, with or without brackets
 */
export function isBlockedAddress(ip: string, options: AddressOptions): AddressVerdict {
  const bytes = parseIpLiteral(ip);
  if (bytes === null)
    return looksLikeAddress(ip) ? { blocked: true, range: 'invalid' } : { blocked: false, range: null };
  const range = rangeOf(bytes);
  return { blocked: range !== null && !(options.allowPrivateNetwork && OPENED_BY_PRIVATE.has(range)), range };
}

/** Colons, brackets, or a last label that the URL standard would read as a number. */
function looksLikeAddress(text: string): boolean {
  return text === '' || /[:[\]%]/.test(text) || /(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(text);
}

function rangeOf(bytes: IpBytes): string | null {
  if (bytes.length === 4) return findRange(bytes, IPV4_RANGES);
  if (matches(bytes, [0x20, 0x01, 0, 0], 32)) return teredoRange(bytes);
  if (matches(bytes, [0, 0x64, 0xff, 0x9b, 0, 1], 48)) return localNat64Range(bytes);
  const range = findRange(bytes, IPV6_RANGES);
  if (range !== null) return range;
  for (const [prefix, bits, at] of EMBEDDINGS) {
    if (matches(bytes, prefix, bits)) return findRange(pick(bytes, at), IPV4_RANGES);
  }
  return matches(bytes, [0x20], 3) ? null : 'reserved';
}

/** Teredo carries the server and, inverted, the client (RFC 4380 §4): either may lead inside. */
function teredoRange(bytes: IpBytes): string | null {
  const server = findRange(pick(bytes, [4, 5, 6, 7]), IPV4_RANGES);
  const client = findRange(
    pick(bytes, TAIL).map((byte) => byte ^ 0xff),
    IPV4_RANGES,
  );
  const worst = [server, client].find((range) => range !== null && !OPENED_BY_PRIVATE.has(range));
  return worst ?? server ?? client;
}

/**
 * 64:ff9b:1::/48 (RFC 8215): the /48 layout of RFC 6052 §2.2 ends in zeros; an address that does
 * not may have any layout.
 */
function localNat64Range(bytes: IpBytes): string | null {
  return bytes.slice(11).every((byte) => byte === 0) ? findRange(pick(bytes, [6, 7, 9, 10]), IPV4_RANGES) : 'reserved';
}

const pick = (bytes: IpBytes, at: readonly number[]): IpBytes => at.map((index) => bytes[index] ?? 0);

function findRange(bytes: IpBytes, ranges: readonly Range[]): string | null {
  for (const [prefix, bits, name] of ranges) if (matches(bytes, prefix, bits)) return name;
  return null;
}

function matches(bytes: IpBytes, prefix: readonly number[], bits: number): boolean {
  for (let index = 0; index * 8 < bits; index++) {
    const shift = Math.max(0, 8 - (bits - index * 8));
    if (((bytes[index] ?? 0) ^ (prefix[index] ?? 0)) >> shift !== 0) return false;
  }
  return true;
}

/**
 * Ports that no http(s) URL may name: WHATWG fetch, "bad port"
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BAD_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Is this a port of another protocol, where an HTTP request could do harm? */
export function isBlockedPort(port: number): boolean {
  return BAD_PORTS.has(port);
}
