import { SurfError } from '#core/error.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';

export interface ScratchBounds {
  /** Most characters of all lines that are sorted. */
  readonly mostCharacters: number;
  /** True once the time for the work is over. */
  readonly isTimeUp: () => boolean;
  /** The remedy that the error names. */
  readonly remedy: string;
}

/** A scratch whose sorters end the work with ANSWER_TOO_LARGE at a bound of room or time. */
export class BoundedScratch implements Scratch {
  readonly #scratch: Scratch;
  readonly #bounds: ScratchBounds;
  #characters = 0;

  constructor(scratch: Scratch, bounds: ScratchBounds) {
    this.#scratch = scratch;
    this.#bounds = bounds;
  }

  sorter(): LineSorter {
    const sorter = this.#scratch.sorter();
    return {
      add: (lines) => {
        for (const line of lines) this.#characters += line.length;
        this.#check();
        return sorter.add(lines);
      },
      sorted: () => this.#inTime(sorter.sorted()),
    };
  }

  list() {
    return this.#scratch.list();
  }

  items() {
    return this.#scratch.items();
  }

  async *#inTime(parts: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const part of parts) {
      this.#check();
      yield part;
    }
  }

  #check(): void {
    const { mostCharacters, isTimeUp, remedy } = this.#bounds;
    if (this.#characters > mostCharacters) {
      throw new SurfError(
        'ANSWER_TOO_LARGE',
        `it has more than ${mostCharacters / 1024 / 1024} MiB of text and links`,
        {
          remedy,
        },
      );
    }
    if (isTimeUp()) throw new SurfError('ANSWER_TOO_LARGE', 'it takes longer than a function may run', { remedy });
  }
}
