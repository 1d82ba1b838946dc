/** Items handed on together. */
const BATCH = 128;

/** The position in a stream. */
interface Head<T> {
  readonly stream: AsyncGenerator<T[]>;
  readonly place: number;
  batch: T[];
  next: number;
}

/** Merges sorted streams of batches into one. Equal items come in the order of their streams. */
export async function* mergeSorted<T>(
  streams: readonly AsyncGenerator<T[]>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T[]> {
  const [only] = streams;
  if (only !== undefined && streams.length === 1) {
    yield* only;
    return;
  }
  const heads = new Heap<T>(compare);
  const first = streams.map((stream, place): Head<T> => ({ stream, place, batch: [], next: 0 }));
  const began = await Promise.all(first.map(refill)); // each may wait for the archive
  for (const [place, head] of first.entries()) if (began[place]) heads.push(head);
  let out: T[] = [];
  for (let head = heads.first; head !== undefined; head = heads.first) {
    out.push(head.batch[head.next] as T); // a head in the heap always has a next item
    head.next += 1;
    if (head.next === head.batch.length && !(await refill(head))) heads.dropFirst();
    else heads.sinkFirst();
    if (out.length < BATCH) continue;
    yield out;
    out = [];
  }
  if (out.length > 0) yield out;
}

/** @returns false at the end of the stream */
async function refill<T>(head: Head<T>): Promise<boolean> {
  for (;;) {
    const next = await head.stream.next();
    if (next.done) return false;
    if (next.value.length === 0) continue;
    head.batch = next.value;
    head.next = 0;
    return true;
  }
}

/** A binary heap of stream heads, the one with the lowest item first. */
class Heap<T> {
  readonly #heads: Head<T>[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get first(): Head<T> | undefined {
    return this.#heads[0];
  }

  push(head: Head<T>): void {
    let at = this.#heads.push(head) - 1;
    for (let parent = (at - 1) >> 1; at > 0 && this.#isBefore(at, parent); parent = (at - 1) >> 1) {
      this.#swap(at, parent);
      at = parent;
    }
  }

  dropFirst(): void {
    const last = this.#heads.pop();
    if (last === undefined || this.#heads.length === 0) return;
    this.#heads[0] = last;
    this.sinkFirst();
  }

  sinkFirst(): void {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const least = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(least, at)) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(x: number, y: number): boolean {
    const a = this.#heads[x];
    const b = this.#heads[y];
    if (a === undefined || b === undefined) return false;
    return (this.#compare(a.batch[a.next] as T, b.batch[b.next] as T) || a.place - b.place) < 0;
  }

  #swap(x: number, y: number): void {
    const a = this.#heads[x];
    const b = this.#heads[y];
    if (a === undefined || b === undefined) return;
    this.#heads[x] = b;
    this.#heads[y] = a;
  }
}
