import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/**
 * May this sitemap be fetched, as far as rules say that need no network? Like a seed it is exempt
 * from include, urlSelector and extensions, never from blacklist, exclude and address rules. On
 * another host than the one that named it, it must be in scope, unless the workflow gives it.
 */
export function admitsSitemap(scopeFilter: ScopeFilter, url: CrawlUrl, { host, depth, given }: SitemapPlace): boolean {
  if (scopeFilter.decide(url, { nofollow: false, seed: true }).reason !== null) return false;
  if (hostKeyOf(url) === host || (given === true && depth === 0)) return true;
  return scopeFilter.decide(url, { nofollow: false, seed: false }).reason !== 'outside-scope';
}
