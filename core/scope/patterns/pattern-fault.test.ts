import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePattern } from '#core/scope/patterns/pattern.ts';
import { patternFault } from '#core/scope/patterns/pattern-fault.ts';
import { parseCrawlUrl } from '#core/url/crawl-url.ts';
import { amount } from '#test/campaign.ts';

const faultOf = (text: string, hostNames = false) => patternFault(text, { hostNames });

describe('a pattern that can match no URL', () => {
  it.each([
    ['docs/*', 'no-scheme', '/docs/*'],
    ['docs', 'no-scheme', '/docs/*'],
    ['example.org', 'no-scheme', '*://example.org/*'],
    ['example.org/docs/*', 'no-scheme', '*://example.org/docs/*'],
    ['localhost:3000/a', 'no-scheme', '*://localhost:3000/a'],
    ['page.html', 'no-scheme', '*/page.html'],
    ['.pdf', 'no-scheme', '*.pdf'],
    ['?page=*', 'no-scheme', '*?page=*'],
    ['.*\\.pdf$', 'no-scheme', 're:.*\\.pdf$'],
    ['^https://example.org/', 'no-scheme', 're:^https://example.org/'],
    ['(a|b)', 'no-scheme', 're:(a|b)'],
    ['ftp://example.org/*', 'scheme', null],
    ['HTTPS://Example.org/A*', 'not-as-in-a-url', 'https://example.org/A*'],
    ['*://Example.org/*', 'not-as-in-a-url', '*://example.org/*'],
    ['https://example.org', 'not-as-in-a-url', 'https://example.org/*'],
    ['https://example.org:443/a', 'not-as-in-a-url', 'https://example.org/a'],
    ['https://example.org?q=*', 'not-as-in-a-url', 'https://example.org/?q=*'],
    ['https://bücher.example/*', 'not-as-in-a-url', 'https://xn--bcher-kva.example/*'],
    ['https://example.org/a/../b/*', 'not-as-in-a-url', 'https://example.org/b/*'],
    ['https://exa mple.org/*', 'not-as-in-a-url', null],
    ['https://Exam*', 'not-as-in-a-url', 'https://exam*'],
    ['/a/./b/*', 'not-as-in-a-url', '/a/b/*'],
    ['/docs/{a,b}', 'braces', '/docs/a'],
    ['*.{pdf,zip}', 'braces', '*.pdf'],
    ['/{a}/{b,c}/*', 'braces', null],
    ['https://example.org/#top', 'fragment', 'https://example.org/'],
    ['*#top', 'fragment', '*'],
    ['', 'empty', null],
    ['re:', 'empty', null],
    ['/test/', 'path-or-expression', '/test/*'],
    ['/a/b/', 'path-or-expression', '/a/b/*'],
  ])('%s is refused as %s, and %s is advised', (text, reason, instead) => {
    expect(faultOf(text)).toMatchObject({ reason, instead });
    if (instead !== null) expect(faultOf(instead)).toBeNull();
  });
});

describe('a pattern that can match a URL', () => {
  it.each([
    ['*', 'https://example.org/'],
    ['*.pdf', 'https://example.org/a.pdf'],
    ['/library/*', 'https://docs.example:8080/library/os.html?x'],
    ['/', 'https://example.org/'],
    ['/*?page=*', 'https://example.org/list?page=2'],
    ['/a b/ü*', 'https://example.org/a%20b/%C3%BCx'],
    ['http*://*cgi-bin/*', 'http://example.org/cgi-bin/x'],
    ['h*', 'http://example.org/'],
    ['https://example.org*', 'https://example.org/x'],
    ['*://*.example.org/*', 'https://a.example.org/'],
    ['https://example.org/*', 'https://example.org/'],
    ['https://example.org/%7Euser/*', 'https://example.org/%7Euser/x'],
    ['http://127.0.0.1:8000/*', 'http://127.0.0.1:8000/x'],
    ['http://[::1]:8000/*', 'http://[::1]:8000/x'],
    ['re:test', 'https://example.org/a/test/b'],
    ['re:^https://example\\.org/[0-9]+$', 'https://example.org/17'],
    ['/[0-9]{4}/', 'https://example.org/2024/x'],
    ['/(?i)private/', 'https://example.org/Private'],
    ['/.*x/', 'https://example.org/x'],
  ])('%s is accepted, and matches %s', (text, url) => {
    expect(faultOf(text)).toBeNull();
    expect(compilePattern(text).matches(url)).toBe(true);
  });

  it('is never refused when it is a URL with its end replaced by a star', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(200), (text, cut) => {
        const url = parseCrawlUrl(text);
        if (url === null) return;
        const glob = `${url.slice(0, Math.max(8, cut))}*`;
        expect([glob, faultOf(glob)]).toEqual([glob, null]);
      }),
      { numRuns: amount({ gate: 1_000, campaign: 5_000 }) },
    );
  });
});

describe('a bare host name', () => {
  it('is accepted where it names a host and all hosts below, and is not a glob elsewhere', () => {
    expect(faultOf('ads.example', true)).toBeNull();
    expect(faultOf('ads.example.com')).toMatchObject({ reason: 'no-scheme', instead: '*://ads.example.com/*' });
  });
});

describe('a path glob', () => {
  it.each([
    ['/library/*', 'https://example.org/library/', true],
    ['/library/*', 'https://example.org/x/library/', false],
    ['/library/*', 'https://example.org/Library/', false],
    ['/library', 'https://example.org/library', true],
    ['/library', 'https://example.org/library?x', false],
  ])('%s on %s: %s', (glob, url, expected) => {
    expect(compilePattern(glob).matches(url)).toBe(expected);
  });
});
