import { describe, expect, it } from 'vitest';
import { featuresOf, pageFeatures, titleFeature } from '#core/extraction/page-features.ts';

const sketch = (body: string, url = 'http://a.test/1'): number[] =>
  featuresOf(pageFeatures(Buffer.from(body), { charset: 'utf-8', title: null, url }) ?? '');

describe('pageFeatures', () => {
  it('is the same for pages that differ in numbers, ids and words of their query', () => {
    const page = (n: string, word: string) =>
      `<h1>${n} of May</h1><p>Shown: ${word} shoes</p><script>${n}</script><a href="/${n}">${n}</a>`;

    expect(sketch(page('12', 'red'), 'http://a.test/?c=red')).toEqual(
      sketch(page('7', 'blue'), 'http://a.test/?c=blue'),
    );
    expect(sketch(page('12', 'red'))).not.toEqual(sketch(page('12', 'blue')));
    expect(sketch('<p>No. a8f3 x</p>')).toEqual(sketch('<p>No. 99 x</p>'));
  });

  it('tells pictures and tables of figures apart, not a few numbers', () => {
    const table = (from: number) => Array.from({ length: 9 }, (_, i) => `<td>${from + i}.25`).join('');

    expect(sketch('<img src="/1.jpg">')).not.toEqual(sketch('<img src="/2.jpg">'));
    expect(sketch('<img src="/p?1">')).toEqual(sketch('<img src="/p?2">'));
    expect(sketch(table(100))).not.toEqual(sketch(table(500)));
    expect(sketch('<td>100.25')).toEqual(sketch('<td>500.25'));
  });

  it('has at most 29 hashes for any page, and none of a page that is too large or in UTF-16', () => {
    const much = Array.from({ length: 500 }, (_, i) => `<p>${'x'.repeat(i + 1)}<a>${'y'.repeat(i + 1)}</a>`).join('');
    const at = { charset: 'utf-8', title: 'A', url: 'http://a.test/' };

    expect(sketch(much)).toHaveLength(18);
    for (const cut of ['<', '<a href="', '<!--', '<script>', '</', '<p x=']) expect(sketch(cut)).toEqual([]);
    expect(pageFeatures(Buffer.alloc(256 * 1024 + 1), at)).toBeNull();
    expect(pageFeatures(Buffer.from('a'), { ...at, charset: 'utf-16le' })).toBeNull();
    expect(featuresOf(pageFeatures(Buffer.from(''), at) ?? '')).toEqual([titleFeature('A', at.url)]);
  });
});
