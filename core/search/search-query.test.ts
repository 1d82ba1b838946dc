import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markExpression, matchExpression } from '#core/search/match-expression.ts';
import { MOST_QUERY, MOST_TERMS, parseSearchQuery, ranksNothing } from '#core/search/search-query.ts';

const expressionsOf = (text: string): string[] => parseSearchQuery(text).texts.map(matchExpression);

describe('a query (S22)', () => {
  it('has words, phrases, titles and what pages must not have', () => {
    const { texts, filters } = parseSearchQuery('lamp "old harbour" -rust title:price -title:"two words"');

    expect(texts).toEqual([
      { type: 'word', text: 'lamp', not: false },
      { type: 'phrase', text: 'old harbour', not: false },
      { type: 'word', text: 'rust', not: true },
      { type: 'title', text: 'price', not: false },
      { type: 'title', text: 'two words', not: true },
    ]);
    expect(filters).toEqual([]);
  });

  it('filters by host, kind and language, as crawled addresses and pages write them', () => {
    const { filters } = parseSearchQuery('lamp site:*.Example.ORG -site:bücher.example TYPE:html lang:de-AT');

    expect(filters).toEqual([
      { type: 'site', host: 'example.org', not: false },
      { type: 'site', host: 'xn--bcher-kva.example', not: true },
      { type: 'type', kind: 'html', not: false },
      { type: 'lang', language: 'de', not: false },
    ]);
  });

  it('says when a page changed, by its age or by days of UTC', () => {
    const filtersOf = (text: string) => parseSearchQuery(`lamp ${text}`).filters;
    const HOUR = 3_600_000;

    expect(filtersOf('changed:<36h CHANGED:>2W -changed:<1d')).toEqual([
      { type: 'changed', is: 'after', moment: { agoMs: 36 * HOUR }, not: false },
      { type: 'changed', is: 'before', moment: { agoMs: 14 * 24 * HOUR }, not: false },
      { type: 'changed', is: 'after', moment: { agoMs: 24 * HOUR }, not: true },
    ]);
    expect(filtersOf('changed:<2026-11-01 changed:>2026-10-31')).toEqual([
      { type: 'changed', is: 'before', moment: { at: Date.UTC(2026, 10, 1) }, not: false },
      { type: 'changed', is: 'after', moment: { at: Date.UTC(2026, 10, 1) }, not: false },
    ]);
  });

  it('has fields alone, or what pages must not have', () => {
    const queries = ['site:a.example', '-only', 'lamp -only'].map(parseSearchQuery);

    expect(queries.map(({ texts, filters }) => [texts.length, filters.length])).toEqual([
      [0, 1],
      [1, 0],
      [2, 0],
    ]);
    expect(queries.map(ranksNothing)).toEqual([true, true, false]);
  });

  it('reads operators of other search engines, and unknown fields, as words', () => {
    expect(parseSearchQuery('a OR b* NEAR(c) inurl:d').texts.map(({ text }) => text)).toEqual([
      ...['a', 'OR', 'b*', 'NEAR(c)', 'inurl:d'],
    ]);
    expect(parseSearchQuery('"lang:" url:').texts.map(({ text }) => text)).toEqual(['lang:', 'url:']);
  });

  it.each([
    ['', 'nothing to look for; give a word'],
    ['!!! ---', 'nothing to look for; give a word'],
    ['a type:pdf', 'did you mean'],
    ['a lang:x', 'names no language'],
    ['a site:a/b', 'names no host'],
    ['a lang:', 'lang: has no value; write one behind the colon, without a space: lang:en'],
    ['Lang: de', 'lang: has no value'],
    ['-title: price', 'title: has no value'],
    ['a title:"!"', 'title: has no value; write one behind the colon, without a space: title:price'],
    ...['7d', '<7m', '<d', '<123456d', '<2026-02-30', '>2026-13-01', '<', ''].map((value) => [
      `a changed:"${value}"`,
      'names no time; give changed:<7d',
    ]),
  ])('refuses %j', (text, words) => {
    const refusal = expect(() => parseSearchQuery(text));

    refusal.toThrow(expect.objectContaining({ code: 'REQUEST_INVALID' }));
    expect(said(() => parseSearchQuery(text))).toContain(words);
  });

  it('refuses more than 400 characters', () => {
    expect(said(() => parseSearchQuery('x'.repeat(MOST_QUERY + 1)))).toContain('401 characters');
  });

  it('takes a bounded number of terms', () => {
    const { texts } = parseSearchQuery('a '.repeat(MOST_TERMS + 10));

    expect(texts.length).toBe(MOST_TERMS);
  });
});

function said(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    const { message, remedy } = error as { message: string; remedy?: string };
    return `${message}; ${remedy}`;
  }
}

describe('the expressions of a query', () => {
  it('are one for each text, and one of all that pages may have', () => {
    const query = 'old "in harbour" title:price -rust';

    expect(expressionsOf(query)).toEqual(['"old"', '"in harbour"', '{title} : "price"', '"rust"']);
    expect(markExpression(parseSearchQuery(query))).toBe('"old" OR "in harbour" OR "price"');
  });

  it('separate characters of scripts without spaces', () => {
    expect(expressionsOf('東京')).toEqual(['"\u200b東\u200b\u200b京\u200b"']);
  });

  it('have every text of the user in quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (noise) => {
        const left = expressionsOf(`lamp ${noise.replace(/\w+:/g, '')}`).map((text) =>
          text.replace(/^(?:\{title\} : )?"(?:[^"]|"")*"$/, ''),
        );

        expect(new Set(left)).toEqual(new Set(['']));
      }),
      { numRuns: 40 },
    );
  });
});
