/** A set of path prefixes that answers in the logarithm of their number. */
export class PathPrefixes {
  /**
   * Sorted by code units, none a prefix of another: then only the greatest that is not above a path
   * can be its prefix.
   */
  readonly #prefixes: readonly string[];

  constructor(prefixes: Iterable<string>) {
    const kept: string[] = [];
    for (const prefix of [...new Set(prefixes)].sort()) {
      const before = kept.at(-1);
      if (before === undefined || !prefix.startsWith(before)) kept.push(prefix);
    }
    this.#prefixes = kept;
  }

  /** Does one of them begin `path`? */
  has(path: string): boolean {
    let low = 0;
    let high = this.#prefixes.length; // all below `low` are ≤ path, all from `high` on are > path
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#prefixes[middle] ?? '') <= path) low = middle + 1;
      else high = middle;
    }
    const candidate = this.#prefixes[low - 1];
    return candidate !== undefined && path.startsWith(candidate);
  }
}
