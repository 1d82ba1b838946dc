/**
 * A set of names that represent themselves and all names below: `example.org` has `example.org` and
 * `www.example.org`.
 */
export class HostSuffixes {
  readonly #names: ReadonlySet<string>;

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /**
   * The longest name of this set that `host` equals or is a subdomain of; null when there is none.
   * One look-up a label.
   *
   * @param host lower case, at most 253 characters, without dot at its end
   */
  find(host: string): string | null {
    if (this.#names.size === 0) return null;
    for (let at = 0; at >= 0; ) {
      const suffix = at === 0 ? host : host.slice(at);
      if (this.#names.has(suffix)) return suffix;
      const dot = host.indexOf('.', at);
      at = dot < 0 ? -1 : dot + 1;
    }
    return null;
  }
}
