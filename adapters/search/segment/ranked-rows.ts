import { shareOf, weightOf } from '#adapters/search/segment/bm25.ts';
import type { FtsSegment } from '#adapters/search/segment/fts-segment.ts';
import { NO_PAGES } from '#adapters/search/segment/page-counts.ts';
import { TABLE_NAMES, type TextTable } from '#adapters/search/segment/segment-schema.ts';
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
 * own.
 */
export function rankedRows(segments: readonly FtsSegment[], texts: readonly TextTerm[]): RankedRows[] {
  const ranked = segments.map((segment) => ({
    segment,
    texts: new Uint32Array(segment.pages),
    scores: new Float64Array(segment.pages),
  }));
  const words = new WordTerms();
  try {
    for (const table of TABLE_NAMES) {
      const totals = shownTotals(segments, table);
      if (totals.pages === 0) continue;
      for (const [bit, term] of texts.entries()) addText(ranked, { table, term, bit, totals, words });
    }
  } finally {
    words.close();
  }
  return ranked;
}

interface AddedText {
  readonly table: TextTable;
  readonly term: TextTerm;
  readonly bit: number;
  readonly totals: { readonly pages: number; readonly average: number };
  readonly words: WordTerms;
}

function addText(ranked: readonly RankedRows[], { table, term, bit, totals, words }: AddedText): void {
  const word = words.of(table, term);
  const found = ranked.map(({ segment }) => segment.sound(() => segment.pagesWith(table, term, word)));
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

/** Pages of a table that are found, and the words of the average one. */
function shownTotals(segments: readonly FtsSegment[], table: TextTable): { pages: number; average: number } {
  const number = TABLE_NAMES.indexOf(table);
  let pages = 0;
  let words = 0;
  for (const segment of segments) {
    const { tables, lengths } = segment.columns;
    for (let at = 0; at < tables.length; at++) {
      if (tables[at] !== number || !segment.isShown(at + 1)) continue;
      pages += 1;
      words += lengths[at] ?? 0;
    }
  }
  return { pages, average: words / Math.max(1, pages) };
}
