import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import type { SearchAnswer, SearchResult } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';
import { type FewWords, searchDocument } from '#test/contract/search/search-document.ts';

const NOW = Date.UTC(2026, 10, 25, 12);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surf-segment-'));
  path = join(folder, 'segment.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (pages: readonly FewWords[]): void => writeTo(path, pages);

function writeTo(file: string, pages: readonly FewWords[]): void {
  const writer = new SegmentWriter(file);
  for (const page of pages) writer.add(searchDocument(page));
  writer.finish();
}

function ask(text: string, { limit = 50, offset = 0 } = {}): SearchAnswer {
  const segment = openFiles(path);
  try {
    return segment.search({ query: parseSearchQuery(text), limit, offset, now: NOW });
  } finally {
    segment.close();
  }
}

function countIn(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true });
  const { rows } = database.prepare(`SELECT count(*) AS rows FROM ${table}`).get() ?? {};
  database.close();
  return Number(rows);
}

/** As SQLite ranks them. */
function scoresOf(file: string, expression: string): number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database
    .prepare('SELECT -bm25(stemmed, 4, 2, 2, 1) AS score FROM stemmed WHERE stemmed MATCH ? ORDER BY score DESC')
    .all(expression);
  database.close();
  return rows.map(({ score }) => Number(score));
}

const pathsFor = (text: string): string[] => ask(text).results.map(({ url }) => new URL(url).pathname);
const markedOf = ({ snippet: { text, marks } }: SearchResult): string[] =>
  marks.map(({ start, end }) => text.slice(start, end));
const many = (count: number, page: Omit<FewWords, 'path'>): FewWords[] =>
  Array.from({ length: count }, (_, n) => ({ path: `/many-${n}`, ...page }));

describe('an index of pages (S22, G9)', () => {
  it('ranks a word in the title above one in a heading, a link or the text', () => {
    const filler = 'and other words of a page that has some more of them';
    write([
      { path: '/text', title: 'one', headings: 'two', anchors: 'three', body: `lamp ${filler}` },
      { path: '/heading', title: 'one', headings: 'lamp', anchors: 'three', body: `four ${filler}` },
      { path: '/title', title: 'lamp', headings: 'two', anchors: 'three', body: `four ${filler}` },
    ]);

    expect(pathsFor('lamp')).toEqual(['/title', '/heading', '/text']);
  });

  it('finds other forms of English words, also where a page names no language, and marks them', () => {
    write([
      { path: '/en', body: 'she was crawling there' },
      { path: '/unknown', language: null, body: 'crawlers crawl' },
      { path: '/de', language: 'de', body: 'das crawling' },
    ]);

    const { results } = ask('crawl');

    expect(results.map(({ url }) => url).sort()).toEqual(['http://a.test/en', 'http://a.test/unknown']);
    expect(results.flatMap(markedOf).sort()).toEqual(['crawl', 'crawling']);
  });

  it('finds words without their case and accents, and parts of words of scripts without spaces', () => {
    write([
      { path: '/accent', language: 'fr', body: 'Un CAFÉ noir' },
      { path: '/tokyo', language: 'ja', body: '私は東京都に住む' },
    ]);

    const [tokyo] = ask('東京').results;

    expect(pathsFor('cafe')).toEqual(['/accent']);
    expect(tokyo?.snippet.text).toBe('私は東京都に住む');
    expect(tokyo === undefined ? [] : markedOf(tokyo).join('')).toBe('東京');
  });

  it('holds phrases, titles and exclusions, filters by host, kind and language, and counts by them', () => {
    write([
      { path: '/a', title: 'Old harbour', body: 'the old harbour lamp' },
      { path: '/b', body: 'harbour old lamp', language: 'de' },
      { path: '/c', url: 'http://shop.a.test/c', body: 'old harbour lamp rust', kind: 'text' },
    ]);

    expect(pathsFor('"old harbour"')).toEqual(['/a', '/c']);
    expect(pathsFor('lamp title:harbour')).toEqual(['/a']);
    expect(pathsFor('lamp -rust').sort()).toEqual(['/a', '/b']);
    expect(pathsFor('lamp site:shop.a.test')).toEqual(['/c']);
    expect(pathsFor('lamp site:a.test').length).toBe(3);
    expect(pathsFor('lamp -site:shop.a.test type:html lang:de')).toEqual(['/b']);
    expect(ask('lamp').facets).toEqual({
      host: [
        { value: 'a.test', pages: 2 },
        { value: 'shop.a.test', pages: 1 },
      ],
      type: [
        { value: 'html', pages: 2 },
        { value: 'text', pages: 1 },
      ],
      language: [
        { value: 'en', pages: 2 },
        { value: 'de', pages: 1 },
      ],
    });
  });

  it('narrows by when a page changed last, where that is known, and says so', () => {
    const known = (path: string, changedAt: string): FewWords => ({
      path,
      body: 'lamp',
      changes: { visits: 5, changed: 2, changedAt },
    });
    write([
      known('/week', '2026-11-18T12:00:00.000Z'),
      known('/older', '2026-11-18T11:59:59.999Z'),
      known('/october', '2026-10-31T23:59:59.999Z'),
      { path: '/unknown', body: 'lamp' },
    ]);

    expect(pathsFor('lamp changed:<7d')).toEqual(['/week']);
    expect(pathsFor('lamp changed:>7d').sort()).toEqual(['/october', '/older']);
    expect(pathsFor('lamp changed:<2026-11-01')).toEqual(['/october']);
    expect(pathsFor('lamp changed:>2026-10-31').sort()).toEqual(['/older', '/week']);
    expect(pathsFor('lamp -changed:<7d').sort()).toEqual(['/october', '/older']);
    expect(pathsFor('changed:<2026-11-20')).toEqual(['/week', '/older', '/october']);
    expect(ask('-changed:<7d').results.map(({ score }) => score)).toEqual([0, 0]);
    expect(ask('lamp changed:<7d').results[0]?.changes).toEqual({
      visits: 5,
      changed: 2,
      changedAt: '2026-11-18T12:00:00.000Z',
    });
    expect(ask('lamp').results.filter(({ changes }) => changes === null).length).toBe(1);
  });

  it('gives its first pages with their text, a block at a time', () => {
    write([...many(20, { body: 'lamp' }), { path: '/last', title: 'Last', body: 'boat' }]);
    const segment = openFiles(path);
    const pathsOf = (most: number): string[] => [...segment.documents(most)].map(({ url }) => new URL(url).pathname);

    const [some, all, last] = [pathsOf(10), pathsOf(100), [...segment.documents(100)].at(-1)];
    segment.close();

    expect([some.length, some.at(-1), all.length]).toEqual([10, '/many-9', 21]);
    expect(last).toMatchObject({ url: 'http://a.test/last', title: 'Last', language: 'en', body: 'boat' });
    expect([segment.indexed, segment.complete]).toEqual([21, true]);
  });

  it('is content with one of the words where fewer than ten pages have all', () => {
    write([...many(10, { body: 'red lamp' }), { path: '/other', body: 'green lamp' }]);

    expect([ask('red lamp').match, ask('red lamp').total]).toEqual(['all', 10]);
    expect([ask('green lamp').match, ask('green lamp').total]).toEqual(['any', 11]);
    expect(pathsFor('green lamp')[0]).toBe('/other');
  });

  it('gives the scores of FTS5 where there is one segment', () => {
    write(
      Array.from({ length: 90 }, (_, n): FewWords => {
        const body = `page ${'lamp '.repeat(n % 4)}${'boat rust '.repeat((n * 7) % 3)}${'x '.repeat(n)}`;
        return {
          path: `/${String(n).padStart(2, '0')}`,
          title: n % 5 === 0 ? 'lamp' : '',
          headings: 'boat'.repeat(n % 2),
          body,
        };
      }),
    );

    for (const [text, expression] of [
      ['lamp', 'lamp'],
      ['"boat rust"', '"boat rust"'],
      ['title:lamp page', '{title} : lamp AND page'],
    ] as const) {
      const scores = ask(text).results.map(({ score }) => score);
      const expected = scoresOf(path, expression).slice(0, scores.length);
      expect(scores.length).toBeGreaterThan(15);
      for (const [i, score] of scores.entries()) expect(score).toBeCloseTo(expected[i] ?? 0, 9);
    }
  });

  it('ranks frequent words from its own lists as FTS5 does, alone and in several segments', () => {
    const words = ['lamp', 'crawling', 'boat', 'red', 'old'];
    const pages = Array.from({ length: 1_100 }, (_, n): FewWords => {
      const body = Array.from({ length: 3 + (n % 7) }, (_, i) => words[(n * (i + 1)) % 5]).join(' ');
      const title = n % 3 === 0 ? 'a lamp' : `page ${n}`;
      return {
        path: `/${String(n).padStart(5, '0')}`,
        body: `lamp crawls ${body}`,
        title,
        anchors: n % 2 === 0 ? 'lamp' : '',
      };
    });
    write(pages);
    const paths = [0, 1].map((half) => join(folder, `half${half}.sqlite`));
    for (const [half, of] of paths.entries()) writeTo(of, pages.slice(half * 550, half * 550 + 550));
    const [one, two] = [openFiles(path), openFiles(...paths)];
    const answers = [one, two].map((index) =>
      ['lamp', 'crawled', 'lamp boat', 'lamp -boat'].map((text) =>
        index.search({ query: parseSearchQuery(text), limit: 50, offset: 0, now: NOW }),
      ),
    );

    one.close();
    two.close();
    const frequent = [path, ...paths].map((of) => countIn(of, 'frequent'));

    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(({ total }) => total)).toEqual([1_100, 1_100, expect.any(Number), expect.any(Number)]);
    expect(frequent).toEqual([2, 0, 0]);
  });

  it('gives each page of a long list once, from page to page', () => {
    write(many(120, { body: 'red lamp' }));

    const urls = [0, 50, 100].flatMap((offset) => ask('lamp', { offset }).results.map(({ url }) => url));

    expect([urls.length, new Set(urls).size]).toEqual([120, 120]);
  });

  it.each([
    '"; DROP TABLE page; --',
    'lamp" OR body : "x',
    'NEAR(lamp, 2) AND NOT ^lamp*',
    '{title} : lamp + lamp',
    '((((((((((lamp',
    '"lamp\0',
    'lamp -"" -- - -"-"',
    '\ud800 lamp',
  ])('answers the hostile query %j', (text) => {
    write([{ path: '/a', body: 'an old lamp' }]);

    expect(() => ask(text)).not.toThrow();
    expect(pathsFor('lamp')).toEqual(['/a']);
  });

  it('answers a query of as many terms as there may be', () => {
    write([{ path: '/a', body: 'an old lamp' }]);

    expect(pathsFor(`lamp ${'-"a b" '.repeat(50)}`)).toEqual(['/a']);
  });

  it('shows hostile text as text, with marks in their places', () => {
    const body = '<script>alert(1)</script> «\u0001\u0002» lamp\u200b \ud800 <mark>lamp</mark>';
    write([{ path: '/a', title: '<b>', body }]);

    const [result] = ask('lamp').results;

    expect(result?.title).toBe('<b>');
    expect(result?.snippet.text).toContain('<script>alert(1)</script>');
    expect(result === undefined ? [] : markedOf(result).every((text) => text === 'lamp' || text === '')).toBe(true);
  });

  it('cuts a word of any length out of a snippet', () => {
    write([{ path: '/a', body: `${'x'.repeat(20_000)} lamp ${'y'.repeat(10_000)}` }]);

    const [result] = ask('lamp').results;

    expect(result?.snippet.text.length).toBeLessThanOrEqual(600);
  });

  it('says that a damaged file is damaged', () => {
    write(many(200, { body: 'red lamp' }));
    truncateSync(path, 8_192);

    expect(() => ask('lamp')).toThrow(expect.objectContaining({ code: 'OBJECT_CORRUPT' }));
  });
});
