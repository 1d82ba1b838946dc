import type { PageLine } from '#core/export/tables/page-line.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/** A page of an execution as lists of the API show it. */
export interface PageRecord extends Omit<PageLine, 'provisional'> {
  /** Names its archived answer. */
  readonly key: UrlKey;
  /**
   * Its wave is still being crawled: the page may turn out to be a duplicate when the wave is
   * settled.
   */
  readonly provisional: boolean;
}
