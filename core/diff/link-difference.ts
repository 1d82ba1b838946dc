/** Difference between the distinct http(s) addresses that two versions of a page link to. */
export interface LinkDifference {
  /** Addresses that only the later version links to, and only the earlier one. */
  readonly added: number;
  readonly removed: number;
  /** The first of them in the order of their addresses, at most `MOST_NAMED_LINKS` each. */
  readonly addedUrls: readonly string[];
  readonly removedUrls: readonly string[];
}

/** A page that replaces all its links does not make a line of a megabyte. */
export const MOST_NAMED_LINKS = 50;

export function linkDifference(before: ReadonlySet<string>, after: ReadonlySet<string>): LinkDifference {
  const added = [...after].filter((url) => !before.has(url)).sort();
  const removed = [...before].filter((url) => !after.has(url)).sort();
  return {
    added: added.length,
    removed: removed.length,
    addedUrls: added.slice(0, MOST_NAMED_LINKS),
    removedUrls: removed.slice(0, MOST_NAMED_LINKS),
  };
}
