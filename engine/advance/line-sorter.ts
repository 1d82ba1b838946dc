import type { Archive } from '#core/archive/archive.ts';
import { streamLines } from '#engine/advance/line-files.ts';
import { mergeSorted } from '#engine/advance/merge-sorted.ts';

/** A line and its place: ordered by `a`, then `b`, then `c` (numbers up to 2^53). */
export interface PlacedLine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly line: string;
}

/** Most text kept in memory at once: about a million links. */
const MEMORY_BYTES = 128 * 1024 * 1024;
const FIRST_LINES = 1_024;
const FIRST_BYTES = 256 * 1024;
/** Lines handed on together. */
const BATCH = 1_024;

/**
 * Sorts lines by three numbers. Lines are kept as bytes outside of the heap; above 128 MB sorted runs are spilled to the archive and merged, so that
 * memory stays bounded for any number. Spilled objects are garbage after use and deleted.
 */
export class LineSorter {
  readonly #archive: Archive;
  readonly #newName: () => string;
  readonly #memoryBytes: number;
  readonly #runs: string[] = [];
  #text = Buffer.allocUnsafeSlow(FIRST_BYTES);
  /** a, b, c of each line, one after another. */
  #places = new Float64Array(FIRST_LINES * 3);
  /** Where each line ends in the text. */
  #ends = new Uint32Array(FIRST_LINES);
  #count = 0;

  constructor(archive: Archive, newName: () => string, memoryBytes = MEMORY_BYTES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memoryBytes = memoryBytes;
  }

  /** Adds a line; to be awaited when it answers with a promise. */
  add({ a, b, c, line }: PlacedLine): Promise<void> | undefined {
    const start = this.#end(this.#count);
    this.#makeRoom(start + line.length * 3);
    const at = this.#count++;
    this.#ends[at] = start + this.#text.write(line, start);
    this.#places.set([a, b, c], at * 3);
    return this.#end(this.#count) >= this.#memoryBytes ? this.#spill() : undefined;
  }

  /** All lines in order, in batches. Can be asked once. */
  async *sorted(): AsyncGenerator<PlacedLine[]> {
    if (this.#runs.length === 0) {
      yield* this.#inOrder();
      return;
    }
    await this.#spill();
    yield* mergeSorted(
      this.#runs.map((run) => this.#readRun(run)),
      byPlace,
    );
    await this.#archive.delete(this.#runs);
  }

  *#inOrder(): Generator<PlacedLine[]> {
    const places = this.#places;
    const order = new Uint32Array(this.#count).map((_, i) => i);
    order.sort((x, y) => comparePlaces(places, x * 3, y * 3));
    for (let from = 0; from < order.length; from += BATCH) {
      yield Array.from(order.subarray(from, from + BATCH), (i) => this.#line(i));
    }
  }

  #line(i: number): PlacedLine {
    const [a = 0, b = 0, c = 0] = this.#places.subarray(i * 3, i * 3 + 3);
    return { a, b, c, line: this.#text.toString('utf8', this.#end(i), this.#end(i + 1)) };
  }

  /** Where line i begins = where the one before ends. */
  #end(i: number): number {
    return i === 0 ? 0 : (this.#ends[i - 1] ?? 0);
  }

  #makeRoom(bytes: number): void {
    if (bytes > this.#text.length) {
      const grown = Buffer.allocUnsafeSlow(Math.max(bytes, this.#text.length * 2));
      this.#text.copy(grown, 0, 0, this.#end(this.#count));
      this.#text = grown;
    }
    if (this.#count < this.#ends.length) return;
    const places = new Float64Array(this.#places.length * 2);
    places.set(this.#places);
    this.#places = places;
    const ends = new Uint32Array(this.#ends.length * 2);
    ends.set(this.#ends);
    this.#ends = ends;
  }

  async #spill(): Promise<void> {
    if (this.#count === 0) return;
    const name = this.#newName();
    const parts = Array.from(this.#inOrder(), (batch) =>
      Buffer.from(batch.map(({ a, b, c, line }) => `${a}\t${b}\t${c}\t${line}\n`).join('')),
    );
    await this.#archive.put(name, parts);
    this.#runs.push(name);
    this.#count = 0;
  }

  async *#readRun(run: string): AsyncGenerator<PlacedLine[]> {
    for await (const batch of streamLines(this.#archive, run)) {
      yield batch.map((text) => {
        const [a = '0', b = '0', c = '0'] = text.split('\t', 3);
        return { a: Number(a), b: Number(b), c: Number(c), line: text.slice(a.length + b.length + c.length + 3) };
      });
    }
  }
}

function comparePlaces(places: Float64Array, x: number, y: number): number {
  for (let i = 0; i < 3; i++) {
    const order = (places[x + i] ?? 0) - (places[y + i] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}

const byPlace = (x: PlacedLine, y: PlacedLine): number => x.a - y.a || x.b - y.b || x.c - y.c;
