/** What the links of an execution say of one of its pages. */
export interface PageImportance {
  /** Other pages that link it, also through redirects; without nofollow. */
  readonly inLinks: number;
  /** Fewest links from a seed; null: none of at most 100 lead there, a sitemap had it. */
  readonly depth: number | null;
  /** Its share of the rank of all pages, which is 1. Six digits. */
  readonly pageRank: number;
}
