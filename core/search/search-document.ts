/** Format that a page's text was read from. */
export const SEARCH_KINDS = ['html', 'xml', 'json', 'text', 'document'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Most characters of a page's text that the index has; the index ignores the rest. */
export const MOST_BODY = 32_000;
/** Most characters of all headings, and of all texts of links to the page. */
export const MOST_SIDE_TEXT = 2_000;
/** Most texts of links to a page. */
export const MOST_ANCHORS = 20;
/** Pages of a segment; more are left out, in the order of the crawl. */
export const MOST_DOCUMENTS = 100_000;

/** The changes of a page that the visits of its collection found. */
export interface SearchedChanges {
  /** Requests of the page, and those that found it changed since the visit before. */
  readonly visits: number;
  readonly changed: number;
  /**
   * Time at which its last change was found, ISO 8601 UTC; before any change, when it was first
   * found.
   */
  readonly changedAt: string;
}

/** One page as the index takes it. No text has controls but LF. */
export interface SearchDocument {
  /** URL key of the page: names its archived answer. */
  readonly key: string;
  /** The execution that has it; in a collection, the one that requested it last. */
  readonly execution: string;
  readonly url: string;
  /** Empty: it has none. */
  readonly title: string;
  readonly kind: SearchKind;
  /** First part of its language tag, in lower case; null: it does not say. */
  readonly language: string | null;
  /** Bytes of the body; null: unknown. */
  readonly bytes: number | null;
  /** Time of the request, ISO 8601 UTC. */
  readonly fetchedAt: string | null;
  /** Pages of the execution that link to it. */
  readonly inlinks: number;
  /** Null: the execution is not of a collection, which alone knows them. */
  readonly changes: SearchedChanges | null;
  /** Headings, one a line. */
  readonly headings: string;
  /** Distinct texts of links to it, one a line. */
  readonly anchors: string;
  /** Main text without markup. */
  readonly body: string;
}
