import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '#core/error.ts';
import { parseSitemap, type SitemapLimits } from '#core/sitemap/parse-sitemap.ts';

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

  it('may use any namespace, prefixes included; extensions are no entries', () => {
    const text = `<sm:urlset xmlns:sm="x"><sm:url><sm:loc>https://e.org/1</sm:loc>
      <image:image><image:loc>https://e.org/i.png</image:loc></image:image>
      <xhtml:link rel="alternate" href="https://e.org/de"/></sm:url></sm:urlset>`;

    expect(locs(text)).toEqual(['https://e.org/1']);
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

  it('counts what is no http(s) address, and resolves what begins with a slash', () => {
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

  it('goes on where elements are not closed', () => {
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

  it('a list has an address on each line, whatever ends it', () => {
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
  ])('%s is no sitemap', (_, text) => {
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
  ])('20 MB of %s take little time', (_, piece) => {
    const many = piece.repeat((20 * 1024 * 1024) / piece.length);
    const body = piece.startsWith('aa') ? `<feed><entry><link ${many}>` : `${URLSET}<url>${many}`;
    const begun = performance.now();

    expect(parse(body).urls).toEqual([]);
    expect(performance.now() - begun).toBeLessThan(5_000);
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
