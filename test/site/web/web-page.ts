/** A page by host number and path: origins are known only when the site listens. */
export interface WebRef {
  readonly host: number;
  readonly path: string;
}

/** One address of a made-up web, and everything that is true of it. */
export interface WebPage extends WebRef {
  /**
   * page: 200; duplicate: the same bytes as another page; redirect: status and `to`; error: status.
   * disallowed: 200, but robots.txt forbids it.
   */
  readonly kind: 'page' | 'duplicate' | 'redirect' | 'error' | 'disallowed';
  readonly status: number;
  /**
   * What it links, in the order of the page, without repetition. `WebRef`s, and addresses outside
   * as text.
   */
  readonly links: readonly (WebRef | string)[];
  /** Target of a redirect; original of a duplicate. */
  readonly to: WebRef | null;
  /** Body of a page. Its links are written for the origins that the site got. */
  readonly title: string;
  readonly text: string;
}

/** `2/page/7`: the name of a page within its web. */
export const refId = (ref: WebRef): string => `${ref.host}${ref.path}`;
