import { describe, expect, it } from 'vitest';
import { csvLine } from '#core/export/tables/csv-line.ts';
import type { Cell } from '#core/export/tables/table-columns.ts';

const cellOf = (cell: Cell): string => csvLine([cell]).replace(/\r\n$/, '');

describe('a CSV row', () => {
  it('separates by commas, ends with CRLF, tells nothing from an empty text (RFC 4180)', () => {
    expect(csvLine(['a', null, '', 1, -2.5, true])).toBe('a,,"",1,-2.5,true\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['a;b', '"a;b"'],
    [' a', '" a"'],
    ['日本 «x»', '日本 «x»'],
    ['nul\0here', 'nul\ufffdhere'],
    ['half \ud800', 'half \ufffd'],
  ])('writes %j as %j', (text, written) => {
    expect(cellOf(text)).toBe(written);
  });

  it.each([
    '=1+1',
    '=HYPERLINK("http://evil.test","x")',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\ttext',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\u3000＝1',
    '＝1+1',
    '＋1x',
    '－x',
    '＠x',
    '\u202e=1',
    '-',
  ])('makes no formula of %j', (text) => {
    const written = cellOf(text).replace(/^"/, '');

    expect(written.startsWith("'")).toBe(true);
    expect(cellOf(text).replaceAll('"', '')).toBe(`'${text.replaceAll('"', '')}`);
  });

  it.each(['-5', '+3.25', '-1e-7', '.5'])('leaves the number %s one', (text) => {
    expect(cellOf(text)).toBe(text);
  });

  it.each(['a=b', 'x-1', 'mail@example.org', "'quoted'", '5-3', 'http://a.test/?=+-@'])(
    'leaves %s as it is',
    (text) => {
      expect(cellOf(text)).toBe(text);
    },
  );
});
