import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { resolveUrl } from '#core/url/resolve-url.ts';
import { amount } from '#test/campaign.ts';
import { HANGS } from '#test/hang.ts';

function crawlUrl(text: string): CrawlUrl {
  const url = parseCrawlUrl(text);
  if (url === null) throw new Error(`bad test URL ${text}`);
  return url;
}

const BASES = [
  'http://example.org/',
  'http://example.org/a/b/c.html',
  'http://example.org/a/b/?x=/y/z',
  'https://example.org:8080/a//b/',
  'http://127.0.0.1:8080/alpha/beta',
  'http://[::1]:81/x/',
  'https://xn--bcher-kva.example./a%2Fb/c?d#e',
  'http://example.org/a;b/c:d/',
].map(crawlUrl);

/** Parts that real and hostile links are made of. */
const PIECES = [
  ...[
    '/',
    '//',
    '.',
    '..',
    './',
    '../',
    '?',
    '#',
    ':',
    '@',
    '\\',
    ' ',
    '\t',
    '\n',
    '\r',
    '\u0000',
    '%',
    '%2e',
    '%2E%2e',
  ],
  ...[
    '%41',
    '%zz',
    '%2f',
    '"',
    "'",
    '<',
    '>',
    '`',
    '{',
    '}',
    '|',
    '^',
    '[',
    ']',
    '~',
    '_',
    '-',
    '*',
    '!',
    '$',
    '&',
    '=',
    ';',
  ],
  ...[
    'a',
    'b.html',
    'index.html',
    'x=1',
    'q=a+b',
    'ü',
    '漢',
    '\ud800',
    '😀',
    '\u2028',
    '0',
    '80',
    '443',
    '8080',
    '00080',
    '65536',
  ],
  ...[
    'http:',
    'https:',
    'HTTP:',
    'hTTps://',
    'http://',
    'https://',
    'ftp://',
    'mailto:',
    'javascript:',
    'data:',
    'file:///',
  ],
  ...[
    'example.org',
    'EXAMPLE.org',
    'example.org.',
    'other.test',
    'a..b',
    'xn--a',
    'xn--bcher-kva.example',
    'ab--cd.test',
    '1.2',
  ],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4.5',
    'a.0x1',
    'a.1',
    '[::1]',
    '[::g]',
    'localhost',
    'us:er@',
  ],
  ...[
    ':80/',
    ':443/',
    ':8080/',
    ':0/',
    ':/',
    'http://example.org',
    'http://example.org/',
    'https://example.org:8080/a',
  ],
];

const messy = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
const noisy = fc.tuple(messy, fc.string({ unit: 'binary', maxLength: 4 }), messy).map((parts) => parts.join(''));
const href = fc.oneof(
  { arbitrary: messy, weight: 6 },
  noisy,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc.string(),
);

describe('resolveUrl', () => {
  it('equals parseCrawlUrl for 20,000 generated links, odd ones among them', () => {
    fc.assert(
      fc.property(href, fc.constantFrom(...BASES), (text, base) => {
        expect(resolveUrl(text, base)).toBe(parseCrawlUrl(text, base));
      }),
      { numRuns: amount({ gate: 5_000, campaign: 20_000 }) },
    );
  });

  it('equals parseCrawlUrl for every pair of two pieces, on every base', () => {
    for (const base of BASES) {
      for (const left of PIECES) {
        for (const right of PIECES) {
          if (resolveUrl(left + right, base) !== parseCrawlUrl(left + right, base)) {
            expect.fail(`differs for ${JSON.stringify(left + right)} on ${base}`);
          }
        }
      }
    }
  });

  it.each([
    ['/x/y.html', 'http://example.org/x/y.html'],
    ['/x?id=3&b=%zz#top', 'http://example.org/x?id=3&b=%zz'],
    ['d.html', 'http://example.org/a/b/d.html'],
    ['../d', 'http://example.org/a/d'],
    ['../../../../d', 'http://example.org/d'],
    ['./', 'http://example.org/a/b/'],
    ['', 'http://example.org/a/b/c.html'],
    ['#top', 'http://example.org/a/b/c.html'],
    ['?q', 'http://example.org/a/b/c.html?q'],
    ['//Other.TEST:80/x', 'http://other.test/x'],
    ['https://other.test/x#y', 'https://other.test/x'],
    ['\\x', 'http://example.org/x'],
    [' /x\ty ', 'http://example.org/xy'],
    ['http://u:p@other.test/', 'http://other.test/'],
    ['/%7Ejoe/ü', 'http://example.org/%7Ejoe/%C3%BC'],
  ])('%j on /a/b/c.html is %s', (text, expected) => {
    expect(resolveUrl(text, crawlUrl('http://example.org/a/b/c.html'))).toBe(expected);
  });

  it.each([
    'mailto:a@b.c',
    'javascript:void(0)',
    'data:text/html,x',
    'tel:+1',
    'ftp://x/y',
    'http://',
    'http://a b/',
    'http://a.1/',
  ])('%j is not an http(s) address', (text) => {
    expect(resolveUrl(text, crawlUrl('http://example.org/'))).toBeNull();
  });

  it('takes time linear in the length of a hostile link', HANGS, () => {
    const base = crawlUrl('http://example.org/a/');
    for (const piece of ['a', 'a/', 'a.', '../', 'a:', 'a-', '/', '1.', 'xn--', 'http://a.', '?']) {
      resolveUrl(piece.repeat(1_000_000 / piece.length), base);
      resolveUrl(`${piece.repeat(1_000_000 / piece.length)}\u0000`, base);
      resolveUrl(`http://${piece.repeat(1_000_000 / piece.length)} `, base);
    }
  });
});
