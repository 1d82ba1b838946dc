import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SegmentWriter } from '#adapters/search/segment/segment-writer.ts';
import type { SearchAnswer, SearchResult } from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';
import { writeFormat3 } from '#test/contract/search/format-3.ts';
import { openFiles } from '#test/contract/search/opened-file.ts';
import { type FewWords, searchDocument } from '#test/contract/search/search-document.ts';

let folder: string;
let paths: string[];
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'surf-languages-'));
  paths = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const nextPath = (): string => {
  const path = join(folder, `segment${made++}.sqlite`);
  paths.push(path);
  return path;
};

function write(pages: readonly FewWords[]): void {
  const writer = new SegmentWriter(nextPath());
  for (const page of pages) writer.add(searchDocument(page));
  writer.finish();
}

function ask(text: string): SearchAnswer {
  const index = openFiles(...paths);
  try {
    return index.search({ query: parseSearchQuery(text), limit: 50, offset: 0, now: 0 });
  } finally {
    index.close();
  }
}

const pathsFor = (text: string): string[] => ask(text).results.map(({ url }) => new URL(url).pathname);
const markedOf = ({ snippet: { text, marks } }: SearchResult): string[] =>
  marks.map(({ start, end }) => text.slice(start, end));
const markedFor = (text: string): string[] => ask(text).results.flatMap(markedOf);

const DE: FewWords = { path: '/de', language: 'de', title: 'Am See', body: 'Die alten Häuser stehen am See.' };
const FR: FewWords = { path: '/fr', language: 'fr', body: 'Les cheminées du port, et l’homme de la mer.' };
const RU: FewWords = { path: '/ru', language: 'ru', body: 'Мы нашли новую работу в городе.' };
const EN: FewWords = { path: '/en', body: 'The lamps of the harbours were burning.' };
const PAGES = [DE, FR, RU, EN];

describe('an index of pages in several languages (S22)', () => {
  it.each([
    ['Haus', '/de', ['Häuser']],
    ['altes häusern', '/de', ['alten', 'Häuser']],
    ['cheminée', '/fr', ['cheminées']],
    ['cheminee', '/fr', ['cheminées']],
    ['hommes', '/fr', ['homme']],
    ['работы', '/ru', ['работу']],
    ['города', '/ru', ['городе']],
    ['harbour', '/en', ['harbours']],
    ['burn lamp', '/en', ['lamps', 'burning']],
  ])('finds %s by the stems of its language alone, and marks the words of the page', (query, path, marks) => {
    write(PAGES);

    expect(pathsFor(query)).toEqual([path]);
    expect(markedFor(query)).toEqual(marks);
  });

  it('answers words of several languages with the pages of each', () => {
    write(PAGES);

    const { match, results, facets } = ask('Haus harbour работа');

    expect([match, results.length]).toEqual(['any', 3]);
    expect(results.map(({ url }) => new URL(url).pathname).sort()).toEqual(['/de', '/en', '/ru']);
    expect(facets.language.map(({ value }) => value).sort()).toEqual(['de', 'en', 'ru']);
  });

  it('holds phrases, titles and exclusions by stems', () => {
    write([...PAGES, { path: '/other', language: 'de', title: 'Ein See', body: 'Häuser, sehr alte, und ein Boot' }]);

    expect(pathsFor('"altes Haus"')).toEqual(['/de']);
    expect(markedFor('"altes Haus"').join(' ')).toBe('alten Häuser');
    expect(pathsFor('haus title:see').sort()).toEqual(['/de', '/other']);
    expect(pathsFor('haus -boote')).toEqual(['/de']);
    expect(pathsFor('haus lang:fr')).toEqual([]);
  });

  it('ignores stop words of the page’s language, and finds a stop word that is the whole query', () => {
    const filler = Array.from({ length: 10 }, (_, n) => ({ path: `/h${n}`, language: 'de', body: 'Häuser' }));
    write([...filler, DE, { path: '/die', body: 'You may die in a house.' }]);

    expect(ask('die Häuser')).toMatchObject({ match: 'all', total: 11 });
    expect(pathsFor('die Häuser')[0]).toBe('/de');
    expect(pathsFor('die').sort()).toEqual(['/de', '/die']);
    expect(pathsFor('"die alten"')).toEqual(['/de']);
    expect(pathsFor('-die Haus')).not.toContain('/de');
  });

  it('needs all stop words of a query that has nothing else', () => {
    const both = Array.from({ length: 10 }, (_, n) => ({ path: `/b${n}`, language: 'de', body: 'die See am Ort' }));
    write([...both, { path: '/one', language: 'de', body: 'die Stadt' }]);

    expect(ask('die am')).toMatchObject({ match: 'all', total: 10 });
    expect(ask('"die See" am')).toMatchObject({ match: 'all', total: 10 });
  });

  it('reads a French article as no part of the word', () => {
    write(PAGES);

    expect(pathsFor("l'homme")).toEqual(['/fr']);
    expect(pathsFor('d’hommes')).toEqual(['/fr']);
  });

  it('finds words by the letters of their ligatures', () => {
    write([
      { path: '/ligature', language: 'fr', body: 'Le cœur des œufs' },
      { path: '/letters', language: 'fr', body: 'Le coeur des oeufs' },
    ]);

    for (const query of ['cœur', 'COEUR', 'oeuf', 'Œuf', '"coeur des œufs"'])
      expect([query, pathsFor(query).sort()]).toEqual([query, ['/letters', '/ligature']]);
    expect(markedFor('coeur').sort()).toEqual(['coeur', 'cœur']);
  });

  it('finds words without their accents, and words that a page writes without them', () => {
    write([
      { path: '/accents', language: 'es', body: 'Después había una canción' },
      { path: '/bare', language: 'es', body: 'Despues habia una cancion' },
      { path: '/turkish', language: 'tr', body: 'İstanbul’da ILIK bir gün' },
    ]);

    for (const query of ['después', 'despues', 'había', 'HABIA', 'canciones', '"despues habia"', '"después había"'])
      expect([query, pathsFor(query).sort()]).toEqual([query, ['/accents', '/bare']]);
    expect(markedFor('despues').sort()).toEqual(['Despues', 'Después']);
    expect(pathsFor('istanbul ilik')).toEqual(['/turkish']);
  });

  it('leaves a language without a stemmer as it is, and the vowel signs of Hindi in their words', () => {
    write([
      { path: '/pl', language: 'pl', body: 'Domy nad morzem' },
      { path: '/hi', language: 'hi', body: 'यह किताबें हैं' },
    ]);

    expect([pathsFor('domy'), pathsFor('dom')]).toEqual([['/pl'], []]);
    expect([pathsFor('किताब'), pathsFor('किता')]).toEqual([['/hi'], []]);
  });

  it('reads a segment of format 3 beside one of today', () => {
    writeFormat3(nextPath());
    write([DE, { path: '/en2', body: 'the house crawls' }]);

    expect(pathsFor('crawled').sort()).toEqual(['/alt-en', '/en2']);
    expect(pathsFor('Haus').sort()).toEqual(['/alt-de', '/de']);
    expect(pathsFor('Häusern')).toEqual(['/de']);
    expect(markedFor('Haus').sort()).toEqual(['Haus', 'Häuser']);
    expect(pathsFor('die Haus').sort()).toEqual(['/alt-de', '/de']);
  });

  it('answers from several segments as from one, in each language', () => {
    const words = 'Haus Häuser alten die Boot Boote See Größe grosse cheminées hommes'.split(' ');
    const pages = Array.from({ length: 120 }, (_, n): FewWords => {
      const body = Array.from({ length: 4 + (n % 9) }, (_, i) => words[(n * (i + 3) + i) % words.length]).join(' ');
      return { path: `/${String(n).padStart(4, '0')}`, language: ['de', 'fr', 'es', 'en'][n % 4] ?? null, body };
    });
    write(pages);
    const [one = ''] = paths.splice(0);
    for (const part of [0, 1, 2]) write(pages.filter((_, n) => n % 3 === part));
    const queries = ['haus', 'die boote', '"alte haus"', 'große', 'homme -see', 'cheminee haus'];

    const joined = queries.map((query) => ask(query));
    paths = [one];
    const whole = queries.map((query) => ask(query));

    expect(joined).toEqual(whole);
    expect(whole.map(({ total }) => total > 3)).toEqual(queries.map(() => true));
  });

  it('makes a snippet of a page that has a sought word a thousand times, and of one without', () => {
    write([
      { path: '/many', language: 'de', body: 'Haus Häuser '.repeat(1_000) },
      { path: '/title', language: 'de', title: 'Häuser', body: 'Ein Boot liegt dort.' },
    ]);

    const [many, title] = ['/many', '/title'].map((path) =>
      ask('Hauses').results.find(({ url }) => url.endsWith(path)),
    );

    expect(many === undefined ? 0 : markedOf(many).length).toBe(32);
    expect(title?.snippet).toEqual({ text: 'Ein Boot liegt dort.', marks: [] });
  });
});
