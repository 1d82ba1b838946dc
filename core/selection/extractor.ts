/** Input of an extractor: one page. */
export interface ExtractionPage {
  /** The task's address: the one that conditions of rules look at. */
  readonly url: string;
  /**
   * The address that it was fetched from: the base of relative URLs, where the page has no base
   * element.
   */
  readonly address: string;
  /** The header's value. */
  readonly contentType: string | null;
  /** Encoding Standard name; null: the extractor finds it, as the page scan does. */
  readonly charset: string | null;
  /** Decoded. Its memory is the caller's again as soon as `extract` has returned its promise. */
  readonly body: Uint8Array;
}

/**
 * Extracts from pages the values that one selection policy asks for.
 *
 * Every adapter promises, and `test/contract/suites/extractor.ts` checks:
 * - answers come for every page, in any order: a page that exceeds time or space has the error
 *   `too-complex` in its record;
 * - a page has no effect on the record of another;
 * - the same page gives the same record.
 */
export interface Extractor {
  /**
   * @returns the record as JSON text, `{"record":{…},"errors":[…]}` (RecordLine without key and
   * url); of a page to which no rule applies an empty one
   * @throws SurfError STORE_UNAVAILABLE if no thread can extract
   */
  extract(page: ExtractionPage): Promise<string>;
}
