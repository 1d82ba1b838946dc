import { isStopText } from '#adapters/search/languages/query-stems.ts';
import { FoundPages } from '#adapters/search/segment/found-pages.ts';
import { FtsSegment, type SegmentPlace } from '#adapters/search/segment/fts-segment.ts';
import { type RowTest, rowTest } from '#adapters/search/segment/page-filter.ts';
import { accentedIn, listedRows, type RankedRows, rankedRows } from '#adapters/search/segment/ranked-rows.ts';
import { languageIn, TABLE_NAMES, type TextTable } from '#adapters/search/segment/segment-schema.ts';
import { SegmentSnippets } from '#adapters/search/segment/segment-snippets.ts';
import type { SearchDocument } from '#core/search/search-document.ts';
import type { OpenedIndex, SearchAnswer, SearchRequest, SearchResult } from '#core/search/search-index.ts';
import { ranksNothing, type SearchQuery, type TextTerm } from '#core/search/search-query.ts';

/** If fewer pages have every word, one word is enough. */
const ENOUGH = 10;

/** Segments that are searched as one index. */
export class JoinedSegments implements OpenedIndex {
  readonly segments: readonly FtsSegment[];
  readonly complete: boolean;
  readonly indexed: number;

  /**
   * @param complete false: pages are in none of them
   * @throws SurfError OBJECT_CORRUPT, FORMAT_UNKNOWN
   */
  constructor(places: readonly SegmentPlace[], complete = true) {
    const opened: FtsSegment[] = [];
    try {
      for (const place of places) opened.push(new FtsSegment(place));
    } catch (error) {
      for (const segment of opened) segment.close();
      throw error;
    }
    this.segments = opened;
    this.complete = complete && opened.every(({ isComplete }) => isComplete);
    this.indexed = opened.reduce((sum, { shownPages }) => sum + shownPages, 0);
  }

  search({ query, limit, offset, now }: SearchRequest): SearchAnswer {
    const isListed = ranksNothing(query);
    const ranked = isListed ? listedRows(this.segments, query.texts) : rankedRows(this.segments, query.texts);
    const tests = this.segments.map((segment) => rowTest(segment, query.filters, now));
    const tables = new Set(this.segments.flatMap((segment) => segment.tables()));
    const find = (match: SearchAnswer['match']): FoundPages => {
      const found = new FoundPages(offset + limit);
      const wanted = TABLE_NAMES.map((table) => (tables.has(table) ? wantedOf(query, match, table) : null));
      for (const [i, rows] of ranked.entries()) addFound(found, { rows, test: tests[i], wanted, isListed });
      return found;
    };
    let match: SearchAnswer['match'] = 'all';
    let found = find(match);
    if (found.total < ENOUGH && query.texts.filter(({ type, not }) => type === 'word' && !not).length > 1) {
      match = 'any';
      found = find(match);
    }
    return {
      match,
      total: found.total,
      indexed: this.indexed,
      complete: this.complete,
      results: this.#resultsOf(found.best().slice(offset), query),
      facets: found.facets(),
    };
  }

  *documents(most: number): Generator<SearchDocument> {
    const cursors = this.segments.map((segment) => ({ segment, row: segment.shownFrom(1) }));
    for (let count = 0; count < most; count++) {
      let next: (typeof cursors)[number] | null = null;
      let lowest = '';
      for (const cursor of cursors) {
        if (cursor.row > cursor.segment.pages) continue;
        const key = cursor.segment.keyOf(cursor.row);
        if (next === null || key < lowest) [next, lowest] = [cursor, key];
      }
      if (next === null) return;
      const { segment, row } = next;
      yield segment.sound(() => segment.document(row));
      next.row = segment.shownFrom(row + 1);
    }
  }

  find(key: string): SearchDocument | null {
    for (const segment of this.segments) {
      const row = segment.rowOf(key);
      if (row !== null && segment.isShown(row)) return segment.sound(() => segment.document(row));
    }
    return null;
  }

  #resultsOf(found: ReturnType<FoundPages['best']>, query: SearchQuery): SearchResult[] {
    const snippets = new SegmentSnippets();
    try {
      return found.map(({ segment, row, score }) => {
        const { headings: _, anchors: __, body, ...page } = segment.sound(() => segment.document(row));
        const table = segment.tableOf(row);
        const snippet = snippets.cut(table, body, { query, accented: accentedIn(this.segments, table) });
        return { ...page, snippet, score: ranksNothing(query) ? 0 : score };
      });
    } finally {
      snippets.close();
    }
  }

  close(): void {
    for (const segment of this.segments) segment.close();
  }
}

/** Bits of a query's terms: the page must have all of some, one of others, none of the rest. */
interface Wanted {
  readonly needed: number;
  readonly oneOf: number;
  readonly refused: number;
}

/**
 * Phrases and titles are needed whether a page needs all words or any. A stop word of the language
 * of a table is not, unless the query has nothing else: pages rank by it, no more.
 */
function wantedOf({ texts }: SearchQuery, match: SearchAnswer['match'], table: TextTable): Wanted {
  const language = languageIn(table);
  const isStop = ({ type, text }: TextTerm): boolean =>
    language !== null && type === 'word' && isStopText(language, text);
  const hasOthers = texts.some((term) => !term.not && !isStop(term));
  let [needed, oneOf, refused] = [0, 0, 0];
  for (const [i, term] of texts.entries()) {
    const { type, not } = term;
    if (!not && hasOthers && isStop(term)) continue;
    const bit = 1 << i;
    if (not) refused |= bit;
    else if (match === 'any' && type === 'word') oneOf |= bit;
    else needed |= bit;
  }
  return { needed, oneOf, refused };
}

interface Candidates {
  readonly rows: RankedRows;
  readonly test: RowTest | undefined;
  /** By the place of the table; null: no page is in it. */
  readonly wanted: readonly (Wanted | null)[];
  /** Pages need none of the texts. */
  readonly isListed: boolean;
}

function addFound(found: FoundPages, { rows, test, wanted, isListed }: Candidates): void {
  const { tables } = rows.segment.columns;
  const chosen: number[] = [];
  for (const [at, bits] of rows.texts.entries()) {
    if (isListed ? !rows.segment.isShown(at + 1) : bits === 0) continue;
    const of = wanted[tables[at] ?? 0];
    if (of === null || of === undefined) continue;
    const { needed, oneOf, refused } = of;
    if ((bits & needed) !== needed || (bits & refused) !== 0) continue;
    if (oneOf !== 0 && (bits & oneOf) === 0) continue;
    if (test === undefined || test(at + 1)) chosen.push(at + 1);
  }
  found.addAll(rows.segment, chosen, rows.scores);
}
