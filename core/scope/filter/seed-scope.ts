import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { registrableDomain } from '#core/politeness/hosts/registrable-domain.ts';
import { HostSuffixes } from '#core/scope/patterns/host-suffixes.ts';
import { PathPrefixes } from '#core/scope/patterns/path-prefixes.ts';
import type { Scope } from '#core/scope/scope.ts';
import { parseSite, type Site } from '#core/scope/site.ts';

/** Part of a site that is in scope: everything, nothing, or everything below these paths. */
export type SiteScope = boolean | PathPrefixes;

/** @returns the part of `site` that is in scope of any seed */
export type SeedScope = (site: Site) => SiteScope;

/**
 * The URLs in the scope of seeds (semantics.md, "Scope").
 *
 * @param seeds the workflow's seeds
 * @param ends where redirects of seeds ended: each adds its own scope, as if it were the only seed
 */
export function seedScope(mode: Scope['mode'], seeds: readonly string[], ends: readonly string[]): SeedScope {
  switch (mode) {
    case 'any':
      return () => true;
    case 'host':
      return hostScope([...seeds, ...ends]);
    case 'domain':
      return domainScope(seeds, ends);
    case 'path':
      return pathScope([...seeds, ...ends]);
  }
}

function hostScope(seeds: readonly string[]): SeedScope {
  const keys = new Set(seeds.map((seed) => siteOf(seed).hostKey));
  return (site) => keys.has(site.hostKey);
}

function pathScope(seeds: readonly string[]): SeedScope {
  const paths = new Map<HostKey, string[]>();
  for (const seed of seeds) {
    const { hostKey } = siteOf(seed);
    const known = paths.get(hostKey);
    if (known === undefined) paths.set(hostKey, [directoryOf(seed)]);
    else known.push(directoryOf(seed));
  }
  const scopes = new Map([...paths].map(([host, prefixes]) => [host, new PathPrefixes(prefixes)]));
  return (site) => scopes.get(site.hostKey) ?? false;
}

/**
 * Hosts under the longest common suffix of the seeds of one registrable domain (T2); a lone seed:
 * its host without `www.`
 */
function domainScope(seeds: readonly string[], ends: readonly string[]): SeedScope {
  const suffixes: string[] = [];
  const keys = new Set<HostKey>();
  const groups = new Map<string, Set<string>>();
  for (const seed of seeds) {
    const { host, hostKey } = siteOf(seed);
    const domain = registrableDomain(host);
    if (domain === null) keys.add(hostKey);
    else groups.set(domain, (groups.get(domain) ?? new Set()).add(host));
  }
  for (const [domain, hosts] of groups) suffixes.push(commonSuffix([...hosts], domain));
  for (const end of ends) {
    const { host, hostKey } = siteOf(end);
    const domain = registrableDomain(host);
    if (domain === null) keys.add(hostKey);
    else suffixes.push(commonSuffix([host], domain));
  }
  const below = new HostSuffixes(suffixes);
  return (site) => keys.has(site.hostKey) || below.find(site.host) !== null;
}

/** @param domain their registrable domain: the answer is never above it */
function commonSuffix(hosts: readonly string[], domain: string): string {
  const [only] = hosts;
  if (only === undefined || only === domain) return domain;
  if (hosts.length === 1) return only.startsWith('www.') ? only.slice(4) : only;
  let common = only.split('.').reverse();
  for (const host of hosts) {
    const labels = host.split('.').reverse();
    const differs = common.findIndex((label, index) => label !== labels[index]);
    if (differs >= 0) common = common.slice(0, differs);
  }
  return common.reverse().join('.');
}

const siteOf = (url: string): Site => parseSite(url.slice(0, url.indexOf('/', 8)));

/** The path up to its last slash, without the query. */
function directoryOf(url: string): string {
  const query = url.indexOf('?');
  return url.slice(url.indexOf('/', 8), url.lastIndexOf('/', query < 0 ? url.length : query) + 1);
}
