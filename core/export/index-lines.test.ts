import { describe, expect, it } from 'vitest';
import { indexLinkLine, indexPageLine } from '#core/export/index-lines.ts';

describe('the lines of the index (T6)', () => {
  const entry = {
    md5: 'd41d8cd98f00b204e9800998ecf8427e',
    normalizedUrl: 'http://a.test/',
    originalUrl: 'http://a.test/?',
    title: 'A page',
    encoding: 'utf-8',
    type: 'html',
    lastModified: Date.UTC(2026, 0, 2, 3, 4, 5),
    serverDate: Date.UTC(2026, 10, 21),
  };

  it('say md5, both URLs, the title in quotes, encoding, type and dates, with one space between', () => {
    expect(indexPageLine(entry)).toBe(
      'd41d8cd98f00b204e9800998ecf8427e http://a.test/ http://a.test/? "A page" utf-8 html 2026-01-02T03:04:05.000Z 2026-11-21T00:00:00.000Z',
    );
  });

  it('have a dash for a date that the server did not say', () => {
    expect(indexPageLine({ ...entry, title: null, lastModified: null, serverDate: null })).toMatch(
      / "" utf-8 html - -$/,
    );
  });

  it('say a link behind a tab and an at sign, with its text', () => {
    expect(indexLinkLine('http://a.test/b', 'more')).toBe('\t@http://a.test/b "more"');
  });

  it.each([
    ['say "hi"', '"say \\"hi\\""'],
    ['back\\slash', '"back\\\\slash"'],
    ['two\nlines\tand\u2028more\u0007', '"two lines and more"'],
    ['" - -\nforged http://x/', '"\\" - - forged http://x/"'],
  ])('keep %j in its quotes and its line', (text, written) => {
    expect(indexLinkLine('http://a.test/', text)).toBe(`\t@http://a.test/ ${written}`);
  });
});
