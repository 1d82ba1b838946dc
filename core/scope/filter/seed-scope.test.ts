import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seedScope } from '#core/scope/filter/seed-scope.ts';
import { PathPrefixes } from '#core/scope/patterns/path-prefixes.ts';
import type { Scope } from '#core/scope/scope.ts';
import { parseSite } from '#core/scope/site.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { amount } from '#test/campaign.ts';

function isIn(mode: Scope['mode'], seeds: readonly string[], text: string, ends: readonly string[] = []): boolean {
  const url = parseCrawlUrl(text);
  if (url === null) throw new Error(`bad test URL ${text}`);
  const path = url.indexOf('/', 8);
  const found = seedScope(mode, seeds, ends)(parseSite(url.slice(0, path)));
  return found instanceof PathPrefixes ? found.has(url.slice(path)) : found;
}

describe('host scope', () => {
  const seeds = ['http://example.org/', 'http://127.0.0.1:8080/', 'http://localhost:81/'];
  it.each([
    ['https://example.org:444/x', true],
    ['http://EXAMPLE.org./', true],
    ['http://www.example.org/', false],
    ['http://127.0.0.1:8080/x', true],
    ['http://127.0.0.1:8081/', false],
    ['http://127.0.0.1/', false],
    ['http://localhost:81/', true],
    ['http://localhost:82/', false],
  ])('of three seeds has %s: %s', (url, expected) => {
    expect(isIn('host', seeds, url)).toBe(expected);
  });
});

describe('domain scope', () => {
  const threeFoos = ['http://foo1.domain.com/', 'http://foo2.foo1.domain.com/', 'http://foo3.foo1.domain.com/x'];
  it.each([
    [threeFoos, 'http://foo1.domain.com/', true],
    [threeFoos, 'http://bar.foo1.domain.com/', true],
    [threeFoos, 'http://domain.com/', false],
    [threeFoos, 'http://foo2.domain.com/', false],
    [threeFoos, 'http://xfoo1.domain.com/', false],
    [['http://www.example.org/'], 'http://example.org/', true],
    [['http://www.example.org/'], 'http://shop.example.org/', true],
    [['http://blog.example.org/'], 'http://example.org/', false],
    [['http://a.example.org/', 'http://b.example.org/'], 'http://c.example.org/', true],
    [['http://ab.example.org/', 'http://b.example.org/'], 'http://example.org/', true],
    [['http://a.co.uk/', 'http://b.co.uk/'], 'http://c.co.uk/', false],
    [['http://a.github.io/', 'http://b.github.io/'], 'http://c.github.io/', false],
    [['http://a.github.io/'], 'http://x.a.github.io/', true],
    [['http://www.co.uk/'], 'http://a.co.uk/', false],
    [['http://github.io/'], 'http://a.github.io/', false],
    [['http://intranet/'], 'http://intranet/x', true],
    [['http://intranet/'], 'http://x.intranet/', false],
    [['http://10.0.0.1/'], 'http://10.0.0.1/x', true],
    [['http://10.0.0.1/'], 'http://9.10.0.0/', false],
    [['http://[::1]/'], 'http://[::1]/x', true],
    [['http://localhost:81/'], 'http://localhost:82/', false],
  ])('of $0 has $1: $2 (T2)', (seeds, url, expected) => {
    expect(isIn('domain', seeds, url)).toBe(expected);
  });

  it('is widened by the end of a redirect chain to that end, not to what both have in common', () => {
    const seeds = ['http://a.example.org/'];
    const ends = ['http://www.other.test/', 'http://b.example.org/'];

    expect(isIn('domain', seeds, 'http://shop.other.test/', ends)).toBe(true);
    expect(isIn('domain', seeds, 'http://b.example.org/x', ends)).toBe(true);
    expect(isIn('domain', seeds, 'http://c.example.org/', ends)).toBe(false);
  });
});

describe('path scope', () => {
  it.each([
    ['http://example.org/docs/intro.html', 'http://example.org/docs/', true],
    ['http://example.org/docs/intro.html', 'https://example.org:444/docs/a/b?x', true],
    ['http://example.org/docs/intro.html', 'http://example.org/docs', false],
    ['http://example.org/docs/intro.html', 'http://example.org/docs2/x', false],
    ['http://example.org/docs/', 'http://example.org/docs/x', true],
    ['http://example.org/docs?x=/y/z', 'http://example.org/anything', true],
    ['http://example.org/', 'http://example.org/anything', true],
    ['http://example.org/', 'http://www.example.org/', false],
    ['http://example.org/docs/', 'http://example.org/?x=/docs/', false],
  ])('of %s has %s: %s (T2)', (seed, url, expected) => {
    expect(isIn('path', [seed], url)).toBe(expected);
  });
});

describe('any scope', () => {
  it('has everything', () => {
    expect(isIn('any', [], 'http://example.org/')).toBe(true);
  });
});

describe('PathPrefixes', () => {
  it('finds what a search one by one finds', () => {
    const paths = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '.'), maxLength: 6 }).map((text) => `/${text}`);
    fc.assert(
      fc.property(fc.array(paths, { maxLength: 12 }), paths, (prefixes, path) => {
        expect(new PathPrefixes(prefixes).has(path)).toBe(prefixes.some((prefix) => path.startsWith(prefix)));
      }),
      { numRuns: amount({ gate: 2_000, campaign: 5_000 }) },
    );
  });
});
