/**
 * New addresses that one page may bring; links behind them are not read, but counted. A page of 10 MiB names some 300,000 addresses: one that brings more
 * is a bomb.
 */
export const MOST_NEW_ADDRESSES = 300_000;

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
