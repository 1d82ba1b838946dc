interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/**
 * Memory that large bodies share: each asks once for all that it may come to, and waits in turn until there is as much. Nobody waits
 * holding something, so that all go on in the end.
 */
export class BodyBudget {
  readonly #total: number;
  #free: number;
  #waiting: Waiting[] = [];

  /** @param totalBytes a single body that may need more has it all to itself */
  constructor(totalBytes: number) {
    this.#total = totalBytes;
    this.#free = totalBytes;
  }

  /**
   * Asks for `bytes`.
   *
   * @param go called when they are there: at once, before this returns, or later
   * @returns gives them back, or leaves the queue; further calls do nothing
   */
  take(bytes: number, go: () => void): () => void {
    const wanted: Waiting = { bytes: Math.min(bytes, this.#total), go };
    let given = false;
    this.#waiting.push(wanted);
    this.#serve();
    return () => {
      if (given) return;
      given = true;
      const place = this.#waiting.indexOf(wanted);
      if (place >= 0) this.#waiting.splice(place, 1);
      else this.#free += wanted.bytes;
      this.#serve();
    };
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined && first.bytes <= this.#free; first = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= first.bytes;
      first.go();
    }
  }
}
