import { parseIpLiteral } from '#core/fetch/address/ip-literal.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';

/** Bytes of an IPv6 address that name its network: one owner has a whole /64 (RFC 6177 §2). */
const NETWORK_BYTES = 8;
/** ::ffff:0:0/96, an IPv4 address in an IPv6 one (RFC 4291 §2.5.5.2). */
const MAPPED_PREFIX = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/**
 * Names the unit that an address bound counts: an IPv4 address, or the /64 of an IPv6 address. Null
 * for a text that is not an address.
 */
export function addressKeyOf(address: string): string | null {
  const bytes = parseIpLiteral(address);
  if (bytes === null) return null;
  if (bytes.length === 4) return bytes.join('.');
  if (MAPPED_PREFIX.every((byte, at) => bytes[at] === byte)) return bytes.slice(MAPPED_PREFIX.length).join('.');
  const groups = Array.from({ length: NETWORK_BYTES / 2 }, (_, n) =>
    (((bytes[2 * n] ?? 0) << 8) | (bytes[2 * n + 1] ?? 0)).toString(16),
  );
  return `${groups.join(':')}::/64`;
}

const LEASE_PREFIX = 'address/';

/** Its lease in the host store. No host key has a slash. */
export const addressLease = (key: string): HostKey => `${LEASE_PREFIX}${key}` as HostKey;
export const isAddressLease = (host: HostKey): boolean => host.startsWith(LEASE_PREFIX);
/** The address key of such a lease. */
export const addressOfLease = (host: HostKey): string => host.slice(LEASE_PREFIX.length);
