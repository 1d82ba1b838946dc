import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '#core/error.ts';
import { parseSitemap, type SitemapLimits } from '#core/sitemap/parse-sitemap.ts';
import { HANGS } from '#test/hang.ts';

const URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

const parse = (text: string | Uint8Array, limits?: SitemapLimits) =>
  parseSitemap({ url: 'https://e.org/maps/s.xml', contentType: null, body: Buffer.from(text) }, limits);
const locs = (text: string | Uint8Array): string[] => parse(text).urls.map(({ loc }) => loc);
const refusal = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return codeOf(error);
  }
  return undefined;
};

describe('a urlset or index', () => {
  it('gives address and date of each entry in the order of the file', () => {
    const text = `<?xml version="1.0"?>${URLSET}<url><loc> https://e.org/b </loc><lastmod>2024-01-02</lastmod></url>
      <url><priority>1</priority><loc>https://e.org/a</loc></url></urlset>`;

    expect(parse(text)).toEqual({
      isIndex: false,
      urls: [{ loc: 'https://e.org/b', lastmod: '2024-01-02' }, { loc: 'https://e.org/a' }],
      ignored: 0,
      more: false,
    });
  });

  it('is an index when its root says so', () => {
    const text = '<sitemapindex><sitemap><loc>https://e.org/1.xml.gz</loc></sitemap></sitemapindex>';

    expect(parse(text)).toMatchObject({ isIndex: true, urls: [{ loc: 'https://e.org/1.xml.gz' }] });
  });

  it('may use any namespace, prefixes included; extensions are not entries', () => {
    const text = `<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://e.org/1</sm:loc>
      <image:image><image:loc>https://e.org/i.png</image:loc></image:image>
      <xhtml:link rel="alternate" href="https://e.org/de"/></sm:url></sm:urlset>`;

    expect(locs(text)).toEqual(['https://e.org/1']);
  });

  it('has the language versions of its entries where they are wanted', () => {
    const link = (more: string) => `<xhtml:link ${more} href="https://e.org/de?a&amp;b"/>`;
    const html =
      '<link xmlns="http://www.w3.org/1999/xhtml" rel="alternate" hreflang="en" href="https://e.org/en"></link>';
    const text = `<urlset><url>${link('rel="alternate" hreflang=" DE"')}${link('rel="alternate"')}${html}
      <loc>https://e.org/1</loc></url><url><loc>https://e.org/2</loc></url></urlset>`;
    const many = `<urlset><url><loc>https://e.org/1</loc>${link('rel="alternate" hreflang="x"').repeat(1_000)}</url></urlset>`;
    const file = (body: string) => ({ url: 'https://e.org/s.xml', contentType: null, body: Buffer.from(body) });

    expect(parseSitemap(file(text), { readsVersions: true }).urls).toEqual([
      {
        loc: 'https://e.org/1',
        versions: [
          { language: 'de', href: 'https://e.org/de?a&b' },
          { language: 'en', href: 'https://e.org/en' },
        ],
      },
      { loc: 'https://e.org/2' },
    ]);
    expect(parseSitemap(file(text)).urls[0]).toEqual({ loc: 'https://e.org/1' });
    expect(parseSitemap(file(many), { readsVersions: true }).urls[0]?.versions).toHaveLength(300);
  });

  const CORE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const OLD = 'http://www.google.com/schemas/sitemap/0.84';
  const MOBILE = 'xmlns:mobile="http://www.google.com/schemas/sitemap-mobile/1.0"';
  it.each([
    ['Google 0.84', `<urlset xmlns="${OLD}"><url><loc>https://e.org/1</loc></url></urlset>`],
    [
      'a prefix of the root',
      `<sm:urlset xmlns:sm="${OLD}"><sm:url><sm:loc>https://e.org/1</sm:loc></sm:url></sm:urlset>`,
    ],
    [
      'a prefix that the root declares and has not',
      `<urlset xmlns:sm="${CORE}"><sm:url><sm:loc>https://e.org/1</sm:loc></sm:url></urlset>`,
    ],
    [
      'a prefix beside the default namespace',
      `<urlset xmlns="${CORE}" xmlns:sm="${CORE}"><url><sm:loc>https://e.org/1</sm:loc></url></urlset>`,
    ],
    [
      'two prefixes',
      `<a:urlset xmlns:a="${CORE}" xmlns:b='${OLD}'><b:url><b:loc>https://e.org/1</b:loc></b:url></a:urlset>`,
    ],
    [
      'a prefix declared below the root',
      `<urlset><x:url xmlns:x="${CORE}"><x:loc>https://e.org/1</x:loc></x:url></urlset>`,
    ],
    [
      'the mobile namespace',
      '<urlset xmlns="http://www.google.com/schemas/sitemap-mobile/1.0"><url><loc>https://e.org/1</loc></url></urlset>',
    ],
    [
      'mobile:mobile',
      `<urlset xmlns="${CORE}" ${MOBILE}><url><mobile:mobile/><loc>https://e.org/1</loc><mobile:mobile></mobile:mobile></url></urlset>`,
    ],
    [
      'mobile:mobile that is not closed',
      `<urlset ${MOBILE}><url><mobile:mobile><loc>https://e.org/1</loc></url></urlset>`,
    ],
    [
      'xhtml:link that is not closed',
      `<urlset><url><xhtml:link rel="alternate" href="https://e.org/de"><loc>https://e.org/1</loc></url></urlset>`,
    ],
    [
      'a picture with an address of ours',
      '<urlset><url><image:image><loc>https://e.org/no.png</loc></image:image><loc>https://e.org/1</loc></url></urlset>',
    ],
    [
      'a picture alone',
      '<urlset><url><image:image><loc>https://e.org/no.png</loc></image:image></url><url><loc>https://e.org/1</loc></url></urlset>',
    ],
    [
      'video and news',
      '<urlset><url><video:video><video:player_loc>https://e.org/v</video:player_loc></video:video><loc>https://e.org/1</loc><news:news><news:title>t</news:title></news:news></url></urlset>',
    ],
    [
      'an image prefix that claims to be another namespace',
      `<urlset xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><image:loc>https://e.org/no</image:loc><loc>https://e.org/1</loc></url></urlset>`,
    ],
  ])('%s: one entry', (_, text) => {
    expect(locs(text)).toEqual(['https://e.org/1']);
  });

  it('is cut short in an extension that is not closed: half an address is none', () => {
    expect(locs('<urlset><url><mobile:mobile><loc>https://e.org/1')).toEqual([]);
  });

  it('takes no address out of an element of another kind', () => {
    expect(
      locs(`${URLSET}<url><box><loc>https://e.org/no</loc></box><loc>https://e.org/yes</loc></url></urlset>`),
    ).toEqual(['https://e.org/yes']);
    expect(locs(`${URLSET}<loc>https://e.org/no</loc></urlset>`)).toEqual([]);
  });

  it('reads entities and CDATA once', () => {
    const text = `${URLSET}<url><loc>https://e.org/?a=1&amp;b=&#x32;&#38;amp;c<![CDATA[&d=&lt;]]>&e=5</loc></url></urlset>`;

    expect(locs(text)).toEqual(['https://e.org/?a=1&b=2&amp;c&d=&lt;&e=5']);
  });

  it('counts what is not an http(s) address, and resolves what begins with a slash', () => {
    const list = ['mailto:x@e.org', 'page', '/page', 'javascript:alert(1)', 'ftp://e.org/'];
    const text = `${URLSET}${list.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

    expect(parse(text)).toMatchObject({ urls: [{ loc: 'https://e.org/page' }], ignored: 4 });
  });

  it('keeps what was read when it is cut short at any byte, and takes no half address', () => {
    const text = `${URLSET}<url><loc>https://e.org/12</loc></url><!-- c --><url><loc>https://e.org/34</loc></url></urlset>`;
    const whole = ['https://e.org/12', 'https://e.org/34'];

    for (let end = URLSET.length; end <= text.length; end++) {
      const count = [text.indexOf('</loc>'), text.lastIndexOf('</loc>')].filter((at) => at < end).length;
      expect(locs(text.slice(0, end)), text.slice(0, end)).toEqual(whole.slice(0, count));
    }
  });

  it('continues where elements are not closed', () => {
    const text = `${URLSET}<url><loc>https://e.org/1</loc><changefreq>daily<url><loc>https://e.org/2</url></urlset>`;

    expect(locs(text)).toEqual(['https://e.org/1', 'https://e.org/2']);
  });
});

describe('feeds and lists', () => {
  it('RSS gives links, and guids where there is none; Atom the link to the entry itself', () => {
    const rss = `<rss><channel><link>https://e.org/</link><item><link>https://e.org/1</link><guid>x</guid></item>
      <item><guid>https://e.org/2</guid></item></channel></rss>`;
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://e.org/"/><entry><link rel="edit" href="https://e.org/e"/>
      <link href='https://e.org/1?a&amp;b'/><updated>2020-01-01</updated></entry></feed>`;

    expect(locs(rss)).toEqual(['https://e.org/1', 'https://e.org/2']);
    expect(parse(atom).urls).toEqual([{ loc: 'https://e.org/1?a&b', lastmod: '2020-01-01' }]);
  });

  it('a list has an address on each line, with any line end', () => {
    expect(locs('\ufeffhttps://e.org/1\r\nhttps://e.org/2\rhttps://e.org/3\n\n# note\nhttps://e.org/4')).toEqual(
      ['1', '2', '3', '4'].map((page) => `https://e.org/${page}`),
    );
  });

  it('UTF-16 is read by its mark', () => {
    const body = Buffer.from(`\ufeff${URLSET}<url><loc>https://e.org/é</loc></url></urlset>`, 'utf16le');

    expect(locs(body)).toEqual(['https://e.org/é']);
  });
});

describe('gzip', () => {
  const text = `${URLSET}${'<url><loc>https://e.org/1</loc></url>'.repeat(500)}</urlset>`;

  it('is known by its first bytes, and may be cut short', () => {
    const whole = gzipSync(text);

    expect(locs(whole)).toHaveLength(500);
    expect(locs(whole.subarray(0, whole.length - 10)).length).toBeGreaterThan(0);
  });

  it('is refused when it is damaged or a bomb', () => {
    const broken = Buffer.from(gzipSync(text));
    broken.fill(0xff, 20, 60);

    expect(refusal(() => parse(broken))).toBe('SITEMAP_INVALID');
    expect(refusal(() => parse(gzipSync(Buffer.alloc(64 * 1024 * 1024))))).toBe('SITEMAP_TOO_LARGE');
    expect(refusal(() => parse(text, { maxBytes: 1_000 }))).toBe('SITEMAP_TOO_LARGE');
  });
});

describe('what is refused, and what costs nothing (N8)', () => {
  it.each([
    ['an HTML page', '<!DOCTYPE html><html><body><a href="https://e.org/">x</a></body></html>'],
    ['another XML', '<svg><url><loc>https://e.org/</loc></url></svg>'],
    ['nothing', ''],
    ['prose', 'Sitemaps are nice.\nSee there.'],
    ['a name of every object', '<constructor><url><loc>https://e.org/</loc></url></constructor>'],
  ])('%s is not a sitemap', (_, text) => {
    expect(refusal(() => parse(text))).toBe('SITEMAP_INVALID');
  });

  it('a DTD is never read: its entities vanish, bombs stay small', () => {
    const bomb = `<!DOCTYPE urlset [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "&a;&a;&a;"> <!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const text = `${bomb}${URLSET}<url><loc>https://e.org/&b;&f;</loc></url><url><loc>&f;</loc></url></urlset>`;

    expect(locs(text)).toEqual(['https://e.org/']);
    expect(refusal(() => parse(text, { doctype: 'refuse' }))).toBe('SITEMAP_INVALID');
  });

  it('at most 50,000 addresses are read, and it is said that there are more', () => {
    const text = `${URLSET}${'<url><loc>https://e.org/1</loc></url>'.repeat(50_001)}</urlset>`;
    const lines = 'https://e.org/1\n'.repeat(60_000);

    for (const found of [parse(text), parse(lines)]) {
      expect(found.urls).toHaveLength(50_000);
      expect(found.more).toBe(true);
    }
  });

  it.each([
    ['tags without end', '<a '],
    ['comments without end', '<!--'],
    ['sections without end', '<![CDATA['],
    ['declarations', '<!x ['],
    ['depth', '<a>'],
    ['quotes', '<a b="'],
    ['references', '<loc>&amp;&x;&'],
    ['carriage returns', '\r'],
    ['names in a tag', 'aaaaaaaa'],
  ])('20 MB of %s take linear time', HANGS, (_, piece) => {
    const many = piece.repeat((20 * 1024 * 1024) / piece.length);
    const body = piece.startsWith('aa') ? `<feed><entry><link ${many}>` : `${URLSET}<url>${many}`;
    expect(parse(body).urls).toEqual([]);
  });

  it('no bytes make it throw anything but a refusal', () => {
    const piece = fc.constantFrom(
      '<url>',
      '<loc>',
      '</loc>',
      '</url>',
      'https://e.org/',
      '&',
      ';',
      '<!',
      '<![CDATA[',
      ']]>',
      '"',
      '>',
      '<',
      '/',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        expect([undefined, 'SITEMAP_INVALID']).toContain(refusal(() => parse(`<urlset>${pieces.join('')}`)));
        expect([undefined, 'SITEMAP_INVALID']).toContain(refusal(() => parse(pieces.join(''))));
      }),
    );
  });
});
