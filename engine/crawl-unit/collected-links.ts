/**
 * New addresses that one page may bring; links behind them are not read, but counted. No page of text that people read names so
 * many; a page of 10 MiB can name three times as many, and costs memory accordingly.
 */
export const MOST_NEW_ADDRESSES = 100_000;

/** What collecting a page's links comes to, as it goes. */
export interface CollectedLinks {
  /** Links of the page; while it is read, those that were read. */
  links: number;
  /** Those that are no http(s) address. */
  ignored: number;
  /** Those that were not read, because the page brought `MOST_NEW_ADDRESSES` before. */
  dropped: number;
  /** New addresses. */
  added: number;
  /** Addresses that have an edge of the link graph. */
  readonly linked: Set<string>;
}

/** Has the page brought as many new addresses as it may? */
export const isFull = ({ added }: CollectedLinks): boolean => added >= MOST_NEW_ADDRESSES;
