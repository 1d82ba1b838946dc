/** How much is written to each partition key, in whole seconds of simulated time. */
export class WriteRates {
  readonly #units = new Map<string, number>();
  #hottest = { key: '', perSecond: 0 };

  /**
   * @param key table and partition, without what is the crawl's own
   * @param at ms; need not go forward
   */
  add(key: string, units: number, at: number): void {
    const window = `${Math.floor(at / 1_000)} ${key}`;
    const perSecond = (this.#units.get(window) ?? 0) + units;
    this.#units.set(window, perSecond);
    if (perSecond > this.#hottest.perSecond) this.#hottest = { key, perSecond };
  }

  /** The most write units in one second, and whose they were. */
  get hottest(): { readonly key: string; readonly perSecond: number } {
    return this.#hottest;
  }
}
