import { getDomain } from 'tldts';

/**
 * The name that its owner registered, by the Public Suffix List with its private part:
 * `example.co.uk` of `www.example.co.uk`, `me.github.io` of itself. Null for IP addresses, single
 * labels and public suffixes: there, nothing but the host itself is its owner's.
 *
 * @param host without port; an IPv6 address in brackets
 */
export const registrableDomain = (host: string): string | null =>
  host.startsWith('[')
    ? null
    : getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
