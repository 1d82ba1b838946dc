import { type HostKey, hasOwnPort } from '#core/politeness/hosts/host-key.ts';
import { registrableDomain } from '#core/politeness/hosts/registrable-domain.ts';

/** Scope of one delay (`politeness.delayPer`): the requests to a host, or to a domain. */
export type DelayPer = 'host' | 'domain';

/**
 * The domain of a host; null where the host has no domain: an IP address, a loopback name, a single
 * label, a public suffix.
 */
export function domainOf(host: HostKey): string | null {
  const colon = host.lastIndexOf(':');
  const name = colon < 0 || host.endsWith(']') ? host : host.slice(0, colon);
  return hasOwnPort(name) ? null : registrableDomain(name);
}

/**
 * Names the queue that a host's requests wait in: its own, or that of its domain. Looks each host
 * up once.
 */
export function paceKeys(per: DelayPer | undefined): (host: string) => string {
  if (per !== 'domain') return (host) => host;
  const known = new Map<string, string>();
  return (host) => {
    const key = known.get(host) ?? domainOf(host as HostKey) ?? host;
    known.set(host, key);
    return key;
  };
}

const LEASE_PREFIX = 'domain/';

/** The lease of a domain in the host store. No host key has a slash. */
export const domainLease = (domain: string): HostKey => `${LEASE_PREFIX}${domain}` as HostKey;

/** The domain of such a lease; null: the lease is of something else. */
export const domainOfLease = (lease: HostKey): string | null =>
  lease.startsWith(LEASE_PREFIX) ? lease.slice(LEASE_PREFIX.length) : null;
