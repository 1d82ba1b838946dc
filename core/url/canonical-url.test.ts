import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Canonicalizer, canonicalUrl, explainMerge, urlKey } from '#core/url/canonical-url.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { KeyRules } from '#core/url/key-rules.ts';
import { amount } from '#test/campaign.ts';
import { HANGS } from '#test/hang.ts';

const PLAIN = KeyRules.parse({});
const ALL = KeyRules.parse({
  sortQuery: true,
  dropParameters: ['sessions', 'tracking', 'Ref*', 'a[]'],
  indexPage: 'fold',
  trailingSlash: 'fold',
});

function crawlUrl(text: string): CrawlUrl {
  const url = parseCrawlUrl(text);
  if (url === null) throw new Error(`bad test URL ${text}`);
  return url;
}
const canonical = (text: string, rules: Partial<KeyRules> = {}): string =>
  canonicalUrl(crawlUrl(text), { ...PLAIN, ...rules });

describe('canonicalUrl (S8)', () => {
  it.each([
    ['HTTP://Example.ORG:80', 'http://example.org/'],
    ['http://example.org/%7Ejoe/%c3%bc', 'http://example.org/~joe/%C3%BC'],
    ['http://example.org/a%2fb%2Ac%24', 'http://example.org/a%2Fb%2Ac%24'],
    ['http://example.org/a/../b/./c', 'http://example.org/b/c'],
    ['http://example.org/a?', 'http://example.org/a'],
    ['http://example.org./a', 'http://example.org/a'],
    ['https://example.org..:8443/a', 'https://example.org:8443/a'],
    ['http://[::1]:8080/[x]', 'http://[::1]:8080/%5Bx%5D'],
    ['http://example.org/a^b|c[d]', 'http://example.org/a%5Eb%7Cc%5Bd%5D'],
    ['http://example.org/?a[]=1|^', 'http://example.org/?a%5B%5D=1%7C%5E'],
    ['http://example.org/100%', 'http://example.org/100%25'],
    ['http://example.org/%%34%31', 'http://example.org/%2541'],
    ['http://example.org/a#top', 'http://example.org/a'],
  ])('%s is %s (G5)', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  it.each([
    'http://example.org/a',
    'https://example.org/a',
    'http://www.example.org/a',
    'http://example.org:8080/a',
    'http://example.org/A',
    'http://example.org/a/',
    'http://example.org//a',
    'http://example.org/index.html',
    'http://example.org/',
    'http://example.org/a?x=1&y=2',
    'http://example.org/a?y=2&x=1',
    'http://example.org/a?sid=1',
  ])('%s is a separate page by default', (text) => {
    expect(canonical(text)).toBe(text);
  });

  it('is the same string, not a copy, for a plain URL', () => {
    const url = crawlUrl('http://example.org/a/b.html?id=3&x=y');

    expect(Object.is(canonicalUrl(url, PLAIN), url)).toBe(true);
  });

  it('sorts the query where asked', () => {
    expect(canonical('http://example.org/?c=3&b=5&b=2&a=50', { sortQuery: true })).toBe(
      'http://example.org/?a=50&b=2&b=5&c=3',
    );
  });

  it.each([
    [['sessions'], '/a?PHPSESSID=1&id=2&sid=3', '/a?id=2'],
    [['sessions'], '/a;jsessionid=AB12/b;JSESSIONID=3?x=1', '/a/b?x=1'],
    [['sessions'], '/?ASPSESSIONIDQQ=1', '/'],
    [['sessions'], '/a?inside=1&sid', '/a?inside=1'],
    [['tracking'], '/a?utm_source=x&utm%5Fmedium=y&id=1&gclid=z', '/a?id=1'],
    [['tracking'], '/a;jsessionid=1', '/a;jsessionid=1'],
    [['ID'], '/a?id=1&ids=2', '/a?ids=2'],
    [['x*'], '/a?x=1&xy=2&y=3', '/a?y=3'],
    [['a[]'], '/a?a[]=1&a%5b%5D=2&a=3', '/a?a=3'],
    [['nothing'], '/a?&&x=1', '/a?&&x=1'],
  ])('dropParameters %j makes %s to %s', (dropParameters, from, to) => {
    expect(canonical(`http://example.org${from}`, { dropParameters })).toBe(`http://example.org${to}`);
  });

  it.each([
    ['/a/index.html', '/a/'],
    ['/Default.aspx?x=1', '/?x=1'],
    ['/index.PHP', '/'],
    ['/a/index.html.bak', '/a/index.html.bak'],
    ['/myindex.html', '/myindex.html'],
  ])('indexPage fold makes %s to %s', (from, to) => {
    expect(canonical(`http://example.org${from}`, { indexPage: 'fold' })).toBe(`http://example.org${to}`);
  });

  it.each([
    ['/a/', '/a'],
    ['/a//?x', '/a?x'],
    ['/', '/'],
    ['///', '/'],
  ])('trailingSlash fold makes %s to %s', (from, to) => {
    expect(canonical(`http://example.org${from}`, { trailingSlash: 'fold' })).toBe(`http://example.org${to}`);
  });

  it('folds index pages behind trailing slashes to the end', () => {
    expect(canonical('http://example.org/a/index.html/index.php//', ALL)).toBe('http://example.org/a');
  });
});

const part = fc.constantFrom(
  ...[
    '/',
    '//',
    'a',
    'index.html',
    'default.aspx',
    '%',
    '%2',
    '%41',
    '%2f',
    '%25',
    '%7e',
    '.',
    '..',
    '?',
    '&',
    '=',
    ';',
    '|',
  ],
  ...[
    '^',
    '[',
    ']',
    '{',
    '\\',
    'sid=1',
    ';jsessionid=1',
    'utm_x=',
    'REF1',
    'a[]=2',
    'ü',
    ' ',
    '+',
    "'",
    '"',
    '41',
    '5Bx',
  ],
);
const generatedUrl = fc
  .tuple(
    fc.constantFrom('http://a.test', 'https://a.test.', 'http://a.test..:81', 'http://[::1]:8080', 'http://.'),
    fc.array(part, { maxLength: 14 }),
  )
  .map(([site, parts]) => parseCrawlUrl(`${site}/${parts.join('')}`))
  .filter((url) => url !== null);
const generatedRules = fc.record({
  sortQuery: fc.boolean(),
  dropParameters: fc.subarray(['sessions', 'tracking', 'ref*', 'a[]', '=']),
  indexPage: fc.constantFrom('keep' as const, 'fold' as const),
  trailingSlash: fc.constantFrom('keep' as const, 'fold' as const),
});

describe('the canonical form', () => {
  it('of a canonical form is itself, under any rules', () => {
    fc.assert(
      fc.property(generatedUrl, generatedRules, (url, rules) => {
        const once = canonicalUrl(url, rules);

        expect(canonicalUrl(once as CrawlUrl, rules)).toBe(once);
      }),
      { numRuns: amount({ gate: 3_000, campaign: 10_000 }) },
    );
  });

  it('is the same from the shortcut and from a Canonicalizer; explainMerge is empty just where nothing changed', () => {
    fc.assert(
      fc.property(generatedUrl, generatedRules, (url, rules) => {
        const form = new Canonicalizer(rules).form(url);

        expect(canonicalUrl(url, rules)).toBe(form);
        expect(explainMerge(url, rules).length > 0).toBe(form !== url);
      }),
      { numRuns: amount({ gate: 2_000, campaign: 5_000 }) },
    );
  });

  it('takes time linear in the length of a hostile URL', HANGS, () => {
    for (const piece of ['%41', '/index.html', ';jsessionid=1', '&sid=1', '//', '?', '%', '&&', ';']) {
      canonicalUrl(crawlUrl(`http://example.org/${piece.repeat(1_000_000 / piece.length)}`), ALL);
      canonicalUrl(crawlUrl(`http://example.org/?${piece.repeat(1_000_000 / piece.length)}`), ALL);
    }
  });
});

describe('explainMerge', () => {
  it('names the rules that made it another address, in their order', () => {
    const url = crawlUrl('http://example.org./%7Ejoe/index.html;jsessionid=1?b&a&utm_id=1');

    expect(explainMerge(url, ALL)).toEqual([
      'hostDot',
      'percentEscapes',
      'dropPathSession',
      'dropParameters',
      'sortQuery',
      'indexPage',
      'trailingSlash',
    ]);
    expect(explainMerge(crawlUrl('http://example.org/a?'), PLAIN)).toEqual(['emptyQuery']);
    expect(explainMerge(crawlUrl('http://example.org/a'), ALL)).toEqual([]);
  });
});

describe('urlKey', () => {
  it('is the same 32 hex digits for two addresses of one page, others for another page', () => {
    const key = urlKey(crawlUrl('http://example.org/~joe'), PLAIN);

    expect(urlKey(crawlUrl('http://EXAMPLE.org:80/%7ejoe?#x'), PLAIN)).toBe(key);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(urlKey(crawlUrl('http://example.org/~joe/'), PLAIN)).not.toBe(key);
  });
});
