import { describe, expect, it } from 'vitest';
import { scanPage } from '#core/extraction/page-scan.ts';

const scan = (text: string, type = 'text/markdown') =>
  scanPage(Buffer.from(text), type, { anchorText: true, resources: false });
const hrefs = (text: string): string[] => scan(text).links.map(({ href }) => href);

describe('links of a page of type text/markdown', () => {
  it('are those of texts, definitions and angle brackets, in their order', () => {
    expect(hrefs('[a](b.md "t") and [c](<d>)\n\n<https://e.test/>\n\n[f]: /g\n[^1]: h')).toEqual([
      'b.md',
      'd',
      'https://e.test/',
      '/g',
    ]);
    expect(scan('[a](b)').links).toEqual([{ href: 'b', kind: 'a', nofollow: false, text: 'a' }]);
  });

  it('are not images and no examples in code', () => {
    expect(hrefs('![a](b.png)\n`[c](d)`\n```\n[e](f)\n```\n[g](h)')).toEqual(['h']);
  });

  it('are none of other text', () => {
    expect(scan('[a](b)', 'text/plain').links).toEqual([]);
  });

  it('keep no page in memory', () => {
    const text = `${'.'.repeat(999)}\n`.repeat(2_000);
    const before = process.memoryUsage().external; // strings of decoded text are there
    const kept = Array.from({ length: 100 }, (_, n) =>
      hrefs(`[link](https://example.org/a-long-address/${n})\n${text}`),
    );

    expect(kept.flat().length).toBe(100);
    expect(process.memoryUsage().external - before).toBeLessThan(130_000_000); // all pages have 200 MB
  });

  it('are all there, the first 2,000 at once', () => {
    const { links, more } = scan('[a](b)\n'.repeat(4_500));
    const later: number[] = [];
    more?.read((some) => {
      later.push(some.length);
      return 'more';
    });

    expect(links).toHaveLength(2_000);
    expect(more?.count).toBe(2_500);
    expect(later.reduce((sum, n) => sum + n, 0)).toBe(2_500);
  });
});
