import type { PageBits } from '#core/search/page-bits.ts';
import type { SearchDocument, SearchKind } from '#core/search/search-document.ts';
import type { SearchQuery } from '#core/search/search-query.ts';
import type { ListedSegment, SegmentList } from '#core/search/segment-list.ts';

/** Most results of one answer. */
export const MOST_RESULTS = 50;
/** Surf shows no results further down. */
export const MOST_OFFSET = 1_000;
/** Values of a facet; the rarest are left out. */
export const MOST_FACET_VALUES = 20;

export interface SearchRequest {
  readonly query: SearchQuery;
  /** From 1 to MOST_RESULTS. */
  readonly limit: number;
  /** Results to leave out at the beginning; at most MOST_OFFSET. */
  readonly offset: number;
  /** Time of the query, epoch ms: ages in it count from here. */
  readonly now: number;
}

/** A part of a page's text around a match. Plain text, never markup. */
export interface Snippet {
  readonly text: string;
  /** Places of the found words in `text`, in UTF-16 units, end excluded. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}

/** A page that matches. */
export interface SearchResult
  extends Pick<
    SearchDocument,
    'key' | 'execution' | 'url' | 'title' | 'kind' | 'language' | 'bytes' | 'fetchedAt' | 'inlinks' | 'changes'
  > {
  readonly snippet: Snippet;
  /**
   * Relevance (BM25); higher is better. It compares with others of the same answer only. 0 where
   * the query names no text: the last change comes first, or the longest text.
   */
  readonly score: number;
}

/** A value, with the count of found pages that have it. */
export interface FacetValue<Value = string> {
  readonly value: Value;
  readonly pages: number;
}

/** Most frequent values first, at most MOST_FACET_VALUES. */
export interface Facets {
  readonly host: readonly FacetValue[];
  readonly type: readonly FacetValue<SearchKind>[];
  /** Pages that do not say their language are in none. */
  readonly language: readonly FacetValue[];
}

export interface SearchAnswer {
  /**
   * `all`: the pages have every word; `any`: too few have, so one word is enough. Phrases, `title:`
   * and negated terms always hold.
   */
  readonly match: 'all' | 'any';
  /** Number of matching pages. */
  readonly total: number;
  /** Pages of the index. */
  readonly indexed: number;
  /** False: the execution has more pages than an index. */
  readonly complete: boolean;
  /**
   * Near copies of better results that were left out up to the last one. Absent: the search leaves
   * none out.
   */
  readonly leftOut?: number;
  /** Best first. */
  readonly results: readonly SearchResult[];
  readonly facets: Facets;
}

/** A page with its words. */
export type IndexedPage = Pick<SearchDocument, 'key' | 'execution' | 'url' | 'title' | 'language' | 'body'>;

/** A segment of an opened index. */
export interface IndexSegment extends Omit<ListedSegment, 'bits' | 'shown'> {
  /** Pages that a search can find; null: all. */
  readonly shown: PageBits | null;
  /** Keys of all its pages, in the order of its rows. */
  keys(): Iterable<string>;
}

/** The index of one execution, opened: one segment, or several that are searched as one. */
export interface OpenedIndex {
  /** Its pages. */
  readonly indexed: number;
  /** False: the execution has more pages than an index, or those before it are gone. */
  readonly complete: boolean;
  readonly segments: readonly IndexSegment[];
  /** @throws SurfError OBJECT_CORRUPT */
  search(request: SearchRequest): SearchAnswer;
  /**
   * Its first pages, in the order of their keys. To be read before the index is closed.
   * @throws SurfError OBJECT_CORRUPT
   */
  documents(most: number): Iterable<SearchDocument>;
  /**
   * The page of a key; null: it has none.
   * @throws SurfError OBJECT_CORRUPT
   */
  find(key: string): SearchDocument | null;
  close(): void;
}

/**
 * Indexes of executions, immutable objects of the archive. Every adapter promises, and
 * `test/contract/search/search-index.ts` checks:
 * - what `build` was given is found after it has returned, by `open` in any process;
 * - of rivals that build one index, each gets one that is complete;
 * - a build that fails leaves nothing in the archive and no temporary file;
 * - several segments answer as one that has the pages which their list shows;
 * - a list of which a segment is gone is not an index.
 */
export interface SearchIndex {
  /**
   * @param name of `searchName`
   * @returns null when there is none
   * @throws SurfError SEARCH_UNAVAILABLE, OBJECT_CORRUPT, FORMAT_UNKNOWN
   */
  open(name: string): Promise<OpenedIndex | null>;
  /**
   * Builds an index of one segment from documents, at most MOST_DOCUMENTS, in bounded memory.
   * @throws SurfError SEARCH_UNAVAILABLE; ANSWER_TOO_LARGE where indexes have a limit; and what
   * `documents` throws
   */
  build(name: string, documents: AsyncIterable<SearchDocument> | Iterable<SearchDocument>): Promise<OpenedIndex>;
  /**
   * Builds an index of one segment from the pages that are found in several, at most
   * MOST_DOCUMENTS.
   * @throws SurfError as `build`
   */
  merge(name: string, list: SegmentList): Promise<OpenedIndex>;
  /**
   * Writes down the list of segments that are an index.
   * @throws SurfError ANSWER_TOO_LARGE where indexes have a limit
   */
  join(name: string, list: SegmentList): Promise<OpenedIndex>;
}
