/**
 * The tasks of a unit that an outcome has settled: one bit per task, in the order of the plan, the
 * lowest bit of each byte first. A chunk holds the bits for itself and the chunks before it, so
 * that a list of a running wave need not read all of them.
 */
export class DoneTasks {
  readonly #places: ReadonlyMap<string, number>;
  readonly #bits: Uint8Array;

  /** @param keys of the unit's tasks, in the order of the plan */
  constructor(keys: readonly string[]) {
    this.#places = new Map(keys.map((key, place) => [key, place]));
    this.#bits = new Uint8Array(Math.ceil(keys.length / 8));
  }

  /** Ignores a key that is not the unit's. */
  mark(key: string): void {
    const place = this.#places.get(key);
    if (place !== undefined) this.#bits[place >> 3] = (this.#bits[place >> 3] ?? 0) | (1 << (place & 7));
  }

  /** Base64, as chunks hold it. */
  toString(): string {
    return Buffer.from(this.#bits).toString('base64');
  }
}

/**
 * Reads the bits of a chunk.
 * @returns whether the task at a place of the unit's plan, from 0, has an outcome
 */
export function doneIn(text: string): (place: number) => boolean {
  const bits = Buffer.from(text, 'base64');
  return (place) => (((bits[place >> 3] ?? 0) >> (place & 7)) & 1) === 1;
}
