import { describe, expect, it } from 'vitest';
import { createScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { admitsSitemap } from '#core/sitemap/admits-sitemap.ts';
import type { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { Workflow } from '#core/workflow/workflow.ts';

const admits = (url: string, place: Partial<SitemapPlace> = {}, scope: Record<string, unknown> = {}): boolean => {
  const workflow = Workflow.parse({ seeds: ['http://a.example/docs/'], scope });
  const scopeFilter = createScopeFilter(workflow, workflow.seeds, { allowPrivateNetwork: false });
  return admitsSitemap(scopeFilter, url as CrawlUrl, { depth: 0, host: 'a.example', ...place });
};

describe('a sitemap is fetched', () => {
  it.each([
    ['http://a.example/sitemap.xml', { mode: 'path' }],
    ['http://a.example/sitemap.xml', { include: ['*.html'], ignoreExtensions: ['xml'] }],
    ['http://cdn.example/sitemap.xml', { mode: 'any' }],
  ])('%s with %j: it is not a page', (url, scope) => {
    expect(admits(url, {}, scope)).toBe(true);
  });

  it('on another host only in scope, unless the workflow gives it', () => {
    expect(admits('http://b.example/s.xml')).toBe(false);
    expect(admits('http://b.example/s.xml', { given: true })).toBe(true);
    expect(admits('http://b.example/s.xml', { given: true, depth: 1 })).toBe(false);
  });

  it.each([
    ['http://127.0.0.1/s.xml', {}],
    ['http://169.254.169.254/latest/', { mode: 'any' }],
    ['http://a.example:25/s.xml', {}],
    ['http://a.example/s.xml', { exclude: ['*.xml'] }],
    ['http://a.example/s.xml', { blacklist: ['a.example'] }],
  ])('never at %s with %j, not even given (N8)', (url, scope) => {
    expect(admits(url, { given: true }, scope)).toBe(false);
  });
});
