/** The most written keys: units a second of each partition key, in windows of one simulated second. */
export class WriteRates {
  #second = -1;
  #units = new Map<string, number>();
  #hottest = { key: '', perSecond: 0 };
  readonly #late = new Map<string, number>();

  /** @param at simulated ms @param table the key's name without what is the crawl's own */
  add(key: string, units: number, at: number): void {
    const second = Math.floor(at / 1_000);
    if (second > this.#second) {
      this.#second = second;
      this.#units = new Map();
    }
    const window = second === this.#second ? this.#units : this.#late;
    const name = second === this.#second ? key : `${key} @${second}`;
    const sum = (window.get(name) ?? 0) + units;
    window.set(name, sum);
    if (sum > this.#hottest.perSecond) this.#hottest = { key, perSecond: sum };
  }

  get hottest(): { readonly key: string; readonly perSecond: number } {
    return this.#hottest;
  }
}
