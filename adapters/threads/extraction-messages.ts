import type { Selection } from '#core/selection/selection.ts';

/** A page of a batch; its body is in the batch's memory. */
export interface PageOrder {
  readonly policy: number;
  /** 1 and more. */
  readonly page: number;
  readonly url: string;
  readonly address: string;
  readonly contentType: string | null;
  readonly charset: string | null;
  /** Place of the body's first byte, and its length. */
  readonly from: number;
  readonly length: number;
}

/**
 * Order to the thread: a policy before its first page, then pages, worked on one after the other.
 */
export type ExtractionOrder =
  | { readonly type: 'policy'; readonly policy: number; readonly selection: Selection }
  | {
      readonly type: 'pages';
      readonly batch: number;
      /** Memory of both threads; nobody writes to it before the answer. */
      readonly memory: SharedArrayBuffer;
      readonly pages: readonly PageOrder[];
    };

/** Reply of the thread: the records of a batch, in the order of its pages. */
export interface ExtractionReply {
  readonly batch: number;
  readonly texts: readonly string[];
}

/** The thread's current work, in memory that others can read while it does not answer. */
export class ExtractionMark {
  static readonly BYTES = 16;
  readonly #page: Int32Array;
  readonly #cpuMs: Float64Array;

  constructor(memory: SharedArrayBuffer) {
    this.#page = new Int32Array(memory, 0, 1);
    this.#cpuMs = new Float64Array(memory, 8, 1);
  }

  /** The page it works on; 0: none. */
  get page(): number {
    return Atomics.load(this.#page, 0);
  }

  /** CPU time of the thread when it began with that page. */
  get cpuMs(): number {
    return this.#cpuMs[0] ?? 0;
  }

  begin(page: number, cpuMs: number): void {
    this.#cpuMs[0] = cpuMs;
    Atomics.store(this.#page, 0, page);
  }

  end(): void {
    Atomics.store(this.#page, 0, 0);
  }
}
