import type { KeptFacts } from '#core/content/head/kept-facts.ts';
import type { RecordError, RecordLine } from '#core/selection/records/record-lines.ts';

/** One page of an execution, as exports show it. */
export interface PageLine {
  readonly url: string;
  readonly status: number | null;
  /** At most 512 characters. */
  readonly title: string | null;
  readonly contentType: string | null;
  /** Decoded body bytes. */
  readonly bytes: number | null;
  readonly level: number;
  /** Place in its level: pages of one level in the order of their discovery. */
  readonly rank: number;
  /** URL of the page or sitemap that it was found on first; null for seeds. */
  readonly via: string | null;
  /**
   * The address that has moved here for good (301, 308), at the start of its chain: the record is
   * its record, too (I1). Null: none.
   */
  readonly movedFrom: string | null;
  /** Start of the request, ISO 8601 UTC. */
  readonly fetchedAt: string | null;
  /** SHA-256 of the decoded body, hex. */
  readonly digest: string | null;
  /**
   * Digest of its main text. Only of HTML pages of collections that compare texts.
   */
  readonly textDigest?: string;
  /** The page asks search engines not to show it (robots meta or header). */
  readonly noindex: boolean;
  /**
   * What an HTML page says of itself. Only of pages that were crawled with `output.facts`.
   */
  readonly facts?: KeptFacts;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** The page's own title is longer. */
  readonly titleCut: boolean;
  /** Its body is only the beginning of a larger page. */
  readonly cut: boolean;
  /** Its response record: file name as in a WARC export of parts, first byte and length. */
  readonly warc: { readonly file: string; readonly offset: number; readonly length: number } | null;
  /**
   * Of the running wave: the page may turn out to be a duplicate when the wave is settled. Absent:
   * its wave is settled.
   */
  readonly provisional?: true;
  /**
   * Values that the selection policy took from it; null if no rule applied. Only of executions that
   * extract records.
   */
  readonly record?: RecordLine['record'] | null;
  /** Reasons why fields of the record have no value. Only of executions that extract records. */
  readonly recordErrors?: readonly RecordError[];
}
