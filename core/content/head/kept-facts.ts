/**
 * What an HTML page says of itself, as far as a crawl keeps it with the page
 * (docs/adr/0102-a-page-keeps-what-it-says-of-itself.md). What it does not say is absent.
 */
export interface KeptFacts {
  /** At most 1,000 characters. */
  readonly description?: string | undefined;
  /** Language tag (BCP 47) of the `html` element. */
  readonly language?: string | undefined;
  /** Address that the page prefers, absolute; the first in its head. */
  readonly canonical?: string | undefined;
  /** Dates as the page has them, ISO 8601. */
  readonly published?: string | undefined;
  readonly modified?: string | undefined;
  /** Text of the first `h1` that has some, at most 500 characters. */
  readonly h1?: string | undefined;
}
