const GOLDEN = 0.618_033_988_749_895;

/** Which host has the n-th page of a level, so that hosts get the shares of Zipf's law. */
export class HostSizes {
  readonly #hosts: number;
  /** Share of all hosts up to each; null: all are equal. */
  readonly #upTo: Float64Array | null;

  constructor(hosts: number, exponent: number) {
    this.#hosts = hosts;
    this.#upTo = exponent === 0 ? null : sums(hosts, exponent);
  }

  /** Share of the pages that the largest host has. */
  get largest(): number {
    return this.#upTo?.[0] ?? 1 / this.#hosts;
  }

  hostOf(index: number): number {
    if (this.#upTo === null) return index % this.#hosts;
    const place = ((index + 0.5) * GOLDEN) % 1;
    let [low, high] = [0, this.#hosts - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 1) > place) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

function sums(hosts: number, exponent: number): Float64Array {
  const upTo = new Float64Array(hosts);
  let total = 0;
  for (let host = 0; host < hosts; host++) {
    total += (host + 1) ** -exponent;
    upTo[host] = total;
  }
  return upTo.map((sum) => sum / total);
}
