import type { Archive } from '#core/archive/archive.ts';
import { streamLines } from '#engine/advance/line-files.ts';

/** A line and its place: ordered by `a`, then `b`, then `c`. */
export interface PlacedLine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly line: string;
}

/** Most lines kept in memory at once. */
const MEMORY_LINES = 1_000_000;

/**
 * Sorts lines by three numbers. In memory up to a million lines; above, sorted runs are spilled to the archive and merged, so that memory stays
 * bounded for any number. Spilled objects are garbage after use and deleted.
 */
export class LineSorter {
  readonly #archive: Archive;
  readonly #newName: () => string;
  readonly #memoryLines: number;
  readonly #runs: string[] = [];
  #lines: PlacedLine[] = [];

  constructor(archive: Archive, newName: () => string, memoryLines = MEMORY_LINES) {
    this.#archive = archive;
    this.#newName = newName;
    this.#memoryLines = memoryLines;
  }

  async add(line: PlacedLine): Promise<void> {
    this.#lines.push(line);
    if (this.#lines.length >= this.#memoryLines) await this.#spill();
  }

  /** All lines in order. Can be asked once. */
  async *sorted(): AsyncGenerator<PlacedLine> {
    this.#lines.sort(byPlace);
    if (this.#runs.length === 0) {
      yield* this.#lines;
      return;
    }
    await this.#spill();
    yield* mergeSorted(
      this.#runs.map((run) => this.#readRun(run)),
      byPlace,
    );
    await this.#archive.delete(this.#runs);
  }

  async #spill(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#lines.sort(byPlace);
    const name = this.#newName();
    await this.#archive.put(name, spilled(this.#lines));
    this.#runs.push(name);
    this.#lines = [];
  }

  async *#readRun(run: string): AsyncGenerator<PlacedLine> {
    for await (const text of streamLines(this.#archive, run)) {
      const [a = '0', b = '0', c = '0'] = text.split('\t', 3);
      yield { a: Number(a), b: Number(b), c: Number(c), line: text.slice(a.length + b.length + c.length + 3) };
    }
  }
}

function spilled(lines: readonly PlacedLine[]): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let i = 0; i < lines.length; i += 4_096) {
    const text = lines.slice(i, i + 4_096).map(({ a, b, c, line }) => `${a}\t${b}\t${c}\t${line}\n`);
    parts.push(Buffer.from(text.join('')));
  }
  return parts;
}

const byPlace = (x: PlacedLine, y: PlacedLine): number => x.a - y.a || x.b - y.b || x.c - y.c;

/** Merges sorted streams into one. Equal items come in the order of their streams. */
export async function* mergeSorted<T>(
  streams: readonly AsyncGenerator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads: { value: T; stream: AsyncGenerator<T>; place: number }[] = [];
  const before = (x: (typeof heads)[number], y: (typeof heads)[number]): boolean =>
    (compare(x.value, y.value) || x.place - y.place) < 0;
  const sink = (from: number): void => {
    for (let i = from; ; ) {
      const left = 2 * i + 1;
      const right = left + 1;
      const l = heads[left];
      const r = heads[right];
      const least = l !== undefined && r !== undefined && before(r, l) ? right : left;
      const child = heads[least];
      const own = heads[i];
      if (child === undefined || own === undefined || !before(child, own)) return;
      heads[i] = child;
      heads[least] = own;
      i = least;
    }
  };
  for (const [place, stream] of streams.entries()) {
    const first = await stream.next();
    if (!first.done) heads.push({ value: first.value, stream, place });
  }
  for (let i = heads.length >> 1; i >= 0; i--) sink(i);
  for (let head = heads[0]; head !== undefined; head = heads[0]) {
    yield head.value;
    const next = await head.stream.next();
    if (next.done) {
      const last = heads.pop();
      if (last !== undefined && last !== head) heads[0] = last;
    } else head.value = next.value;
    sink(0);
  }
}
