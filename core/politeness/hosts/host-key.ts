import type { CrawlUrl } from '#core/url/crawl-url.ts';

declare const brand: unique symbol;

/**
 * The politeness key (design.md §6): host name, lower case, without trailing dot, both schemes and
 * all ports together; the port counts only for loopback names and IP literals (`127.0.0.1:8080`),
 * where each port is its own site.
 */
export type HostKey = string & { readonly [brand]: 'HostKey' };

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** @param url a parsed crawl URL, so its host is lower case and its default port is gone */
export function hostKeyOf(url: CrawlUrl): HostKey {
  const start = url.indexOf('//') + 2;
  const authority = url.slice(start, url.indexOf('/', start)); // a path follows every authority
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  const name = colon < 0 ? authority : authority.slice(0, colon);
  const host = name.endsWith('.') ? name.slice(0, -1) : name;
  if (colon < 0 || !hasOwnPort(host)) return host as HostKey;
  return (host === name ? authority : `${host}:${authority.slice(colon + 1)}`) as HostKey;
}

/** Is each port of this host its own site? True for loopback names and IP literals. */
export function hasOwnPort(host: string): boolean {
  return host.startsWith('[') || IPV4.test(host) || host === 'localhost' || host.endsWith('.localhost');
}
