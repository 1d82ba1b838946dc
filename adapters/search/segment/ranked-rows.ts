import { type Accented, formsOf, stemsOf } from '#adapters/search/languages/query-stems.ts';
import { shareOf, weightOf } from '#adapters/search/segment/bm25.ts';
import type { FtsSegment } from '#adapters/search/segment/fts-segment.ts';
import { addedCounts, NO_PAGES, type PageCounts } from '#adapters/search/segment/page-counts.ts';
import { languageIn, TABLE_NAMES, type TextTable, tokenizerOf } from '#adapters/search/segment/segment-schema.ts';
import { WordTerms } from '#adapters/search/segment/word-terms.ts';
import type { TextTerm } from '#core/search/search-query.ts';

/** The rows of one segment: the texts of a query that each has, and their joint score. */
export interface RankedRows {
  readonly segment: FtsSegment;
  /** A bit a text; row r is at place r - 1. Hidden rows have none. */
  readonly texts: Uint32Array;
  readonly scores: Float64Array;
}

/**
 * Asks every segment for every text, and ranks as if all were one: the weight of a text, and the
 * length of the average page, are those of all pages that are found. Each full-text table has its
 * own, and reads the query with the stemmer of its language.
 */
export function rankedRows(segments: readonly FtsSegment[], texts: readonly TextTerm[]): RankedRows[] {
  const ranked = segments.map((segment) => ({
    segment,
    texts: new Uint32Array(segment.pages),
    scores: new Float64Array(segment.pages),
  }));
  const words = new WordTerms();
  try {
    for (const [table, totals] of shownTotals(segments)) {
      for (const [bit, term] of texts.entries()) addText(ranked, { table, term, bit, totals, words });
    }
  } finally {
    words.close();
  }
  return ranked;
}

/**
 * Ranks rows for a query that names no text that pages have: by the last change of a page, and
 * where none is known, by its length.
 */
export function listedRows(segments: readonly FtsSegment[], texts: readonly TextTerm[]): RankedRows[] {
  return rankedRows(segments, texts).map((rows) => {
    const { changed, lengths } = rows.segment.columns;
    const orderOf = (at: number): number => {
      const time = changed[at] ?? Number.NaN;
      return Number.isNaN(time) ? (lengths[at] ?? 0) : time;
    };
    return { ...rows, scores: Float64Array.from(changed, (_, at) => orderOf(at)) };
  });
}

interface AddedText {
  readonly table: TextTable;
  readonly term: TextTerm;
  readonly bit: number;
  readonly totals: { readonly pages: number; readonly average: number };
  readonly words: WordTerms;
}

function addText(ranked: readonly RankedRows[], { table, term, bit, totals, words }: AddedText): void {
  const texts = textsIn(ranked, table, term).map((text) => ({ ...term, text }));
  const known = texts.map((text) => ({ text, word: words.of(tokenizerOf(table), text) }));
  const found = ranked.map(({ segment }) =>
    known.reduce(
      (all: PageCounts, { text, word }) =>
        addedCounts(
          all,
          segment.sound(() => segment.pagesWith(table, text, word)),
        ),
      NO_PAGES,
    ),
  );
  const mask = 1 << bit;
  let having = 0;
  for (const [i, { segment, texts }] of ranked.entries()) {
    for (const row of (found[i] ?? NO_PAGES).rows) {
      if (!segment.isShown(row)) continue;
      texts[row - 1] = (texts[row - 1] ?? 0) | mask;
      having += 1;
    }
  }
  if (term.not) return;
  const weight = weightOf(having, totals.pages);
  for (const [i, { segment, scores }] of ranked.entries()) {
    const { rows, counts } = found[i] ?? NO_PAGES;
    const { lengths } = segment.columns;
    for (let n = 0; n < rows.length; n++) {
      const at = (rows[n] ?? 0) - 1;
      scores[at] = (scores[at] ?? 0) + weight * shareOf(counts[n] ?? 0, (lengths[at] ?? 0) / totals.average);
    }
  }
}

/** The forms of a text that pages of a table may have, as FTS5 looks for them. */
function textsIn(ranked: readonly RankedRows[], table: TextTable, term: TextTerm): readonly string[] {
  const language = languageIn(table);
  return language === null
    ? [term.text]
    : formsOf(
        stemsOf(
          language,
          term,
          accentedIn(
            ranked.map(({ segment }) => segment),
            table,
          ),
        ),
      );
}

/** Stems of words with accents that any of the segments has. */
export const accentedIn =
  (segments: readonly FtsSegment[], table: TextTable): Accented =>
  (word) =>
    segments.flatMap((segment) => segment.sound(() => segment.accented(table, word)));

/** Found pages of each table that has some, and the words of the average one. */
function shownTotals(segments: readonly FtsSegment[]): [TextTable, { pages: number; average: number }][] {
  const [pages, words] = [TABLE_NAMES.map(() => 0), TABLE_NAMES.map(() => 0)];
  for (const segment of segments) {
    const { tables, lengths } = segment.columns;
    for (const [at, table] of tables.entries()) {
      if (!segment.isShown(at + 1)) continue;
      pages[table] = (pages[table] ?? 0) + 1;
      words[table] = (words[table] ?? 0) + (lengths[at] ?? 0);
    }
  }
  return TABLE_NAMES.flatMap((name, place) => {
    const count = pages[place] ?? 0;
    return count === 0 ? [] : [[name, { pages: count, average: (words[place] ?? 0) / count }]];
  });
}
