import { describe, expect, it } from 'vitest';
import { QueryEncodings } from '#core/extraction/encoding/query-encodings.ts';
import { scanPage } from '#core/extraction/page-scan.ts';

const link = (href: string) => ({ href, kind: 'a' as const, nofollow: false });
const escaped = (href: string, charset: string): string | undefined =>
  new QueryEncodings().escaped([link(href)], charset)[0]?.href;

describe('the query of a link', () => {
  it.each([
    ['/é?q=é€#é', 'windows-1252', '/é?q=%E9%80#é'],
    ['?м', 'koi8-r', '?%CD'],
    ['?日本', 'shift_jis', '?%93%FA%96{'],
    ['?日本', 'euc-jp', '?%C6%FC%CB%DC'],
    ['?中文', 'gbk', '?%D6%D0%CE%C4'],
    ['?漢字', 'big5', '?%BA~%A6r'],
    ['?한글', 'euc-kr', '?%C7%D1%B1%DB'],
    ['?日😀', 'windows-1252', '?%26%2326085%3B%26%23128512%3B'],
  ])('%s on a page in %s is %s', (href, charset, expected) => {
    expect(escaped(href, charset)).toBe(expected);
  });

  it.each(['utf-8', 'utf-16le', 'iso-2022-jp'])(
    'stays as it is on a page in %s, as does all but the query',
    (charset) => {
      expect(escaped('?é', charset)).toBe('?é');
      expect(escaped('/é#?é', 'windows-1252')).toBe('/é#?é');
    },
  );

  it('is found so by scanPage', () => {
    const body = Buffer.from('<a href="/caf\xe9?q=caf\xe9">x</a>', 'latin1');

    expect(scanPage(body, 'text/html; charset=iso-8859-1', { anchorText: false, resources: false }).links).toEqual([
      link('/café?q=caf%E9'),
    ]);
  });
});
