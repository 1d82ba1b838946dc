/**
 * Cash that a crawled page gives away, in equal shares, to the addresses that it links (ADR 80).
 * Whole numbers, so that sums are the same in any order of adding; those of 900 million pages are
 * exact.
 */
export const PAGE_CASH = 10_000_000;

/** The share of each of so many addresses; what does not divide is lost. */
export const shareOf = (addresses: number): number => Math.floor(PAGE_CASH / Math.max(1, addresses));

/** Cash as users see it: 1 is all that one page gives. */
export const cashInPages = (cash: number): number => cash / PAGE_CASH;
