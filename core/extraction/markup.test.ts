import { describe, expect, it } from 'vitest';
import { toUtf8 } from '#core/extraction/encoding/charset.ts';
import { QueryEncodings } from '#core/extraction/encoding/query-encodings.ts';
import { type PageScan, scanPage } from '#core/extraction/page-scan.ts';
import { amount } from '#test/campaign.ts';
import { mutatedPage, seededRandom } from '#test/fuzz/page-mutator.ts';

const OPTIONS = { anchorText: true, resources: false };
const PAGES = amount({ gate: 60, campaign: 200 });
const LARGE_PAGES = amount({ gate: 40, campaign: 150 });
const LEGACY =
  'windows-1252 windows-1251 iso-8859-2 iso-8859-8-i koi8-r macintosh ibm866 x-user-defined shift_jis euc-jp gbk gb18030 big5 euc-kr iso-2022-jp utf-16le utf-16be'.split(
    ' ',
  );

const scan = (body: Uint8Array, charset: string): PageScan => scanPage(body, `text/html; charset=${charset}`, OPTIONS);

/** A page with bytes of any value in it. */
function noisyPage(random: (below: number) => number, charset: string): Buffer {
  const page = mutatedPage(random);
  const body = charset.startsWith('utf-16') ? Buffer.from(page, 'utf16le') : Buffer.from(page);
  if (charset === 'utf-16be') body.swap16();
  for (let n = 0; n < 20 && body.length > 0; n++) body[random(body.length)] = random(256);
  return body;
}

describe('a page in another encoding', () => {
  it.each(LEGACY)('is read as if it had been made UTF-8 before: %s', (charset) => {
    const random = seededRandom(7);
    let links = 0;
    for (let n = 0; n < PAGES; n++) {
      const body = noisyPage(random, charset);
      const found = scan(body, charset);
      const utf8 = scan(toUtf8(body, charset), 'utf-8');
      const asUtf8 = { ...utf8, links: new QueryEncodings().escaped(utf8.links, charset) };

      expect({ ...found, charset: '' }, body.toString('latin1')).toEqual({ ...asUtf8, charset: '' });
      links += found.links.length;
    }
    expect(links).toBeGreaterThan(PAGES / 2);
  });
});

describe('a page above a mebibyte', () => {
  it('is read like a small one', () => {
    const random = seededRandom(11);
    for (let n = 0; n < LARGE_PAGES; n++) {
      const page = mutatedPage(random);
      const large = scan(Buffer.from(`<!--${'-x'.repeat(600_000)}-->${page}`), 'utf-8');

      expect(large, page).toEqual(scan(Buffer.from(`<!--x-->${page}`), 'utf-8'));
    }
  });

  it('in UTF-16 is read in pieces, up to its own length', () => {
    const link = '<a href="/日本">x</a>';
    const body = Buffer.from(link + '日'.repeat(9_000_000), 'utf16le');
    const text = toUtf8(body, 'utf-16le');

    expect(text.length).toBeLessThanOrEqual(body.length);
    expect(text.length).toBeGreaterThan(body.length - 4);
    expect(text.subarray(0, Buffer.byteLength(link)).toString()).toBe(link);
    expect(scan(body, 'utf-16le').links.map(({ href }) => href)).toEqual(['/日本']);
  });
});
