/** What an extractor gets of a page. */
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
  /** Encoding Standard name; null: found out by the extractor, as the page scan does it. */
  readonly charset: string | null;
  /** Decoded. Its memory is the caller's again as soon as `extract` has returned its promise. */
  readonly body: Uint8Array;
}

/**
 * Takes out of pages what one selection policy asks for.
 *
 * Every adapter promises, and `test/contract/suites/extractor.ts` checks:
 * - answers come for every page, in any order: what cannot be extracted in time or
 *   space is the error `too-complex` of the record;
 * - a page has no effect on the record of another;
 * - the same page gives the same record.
 */
export interface Extractor {
  /**
   * @returns the record as JSON text, `{"record":{…},"errors":[…]}` (RecordLine without key and
   * url); of a page to which no rule applies an empty one
   * @throws SurfError STORE_UNAVAILABLE when there is nobody who could extract
   */
  extract(page: ExtractionPage): Promise<string>;
}
