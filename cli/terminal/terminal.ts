import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { printableJson } from '#core/model/printable.ts';

/**
 * Writes results to stdout and everything else to stderr. Waits for a slow reader, so that memory
 * stays bounded.
 */
export class Terminal {
  readonly #out: Writable;
  readonly #err: Writable;
  readonly #isQuiet: boolean;

  /** @param isQuiet true drops notes */
  constructor(out: Writable, err: Writable, isQuiet = false) {
    this.#out = out;
    this.#err = err;
    this.#isQuiet = isQuiet;
  }

  /** This terminal without notes (`--quiet`). */
  quiet(): Terminal {
    return new Terminal(this.#out, this.#err, true);
  }

  /** A terminal with all lines on stderr, because stdout is for data. */
  aside(): Terminal {
    return new Terminal(this.#err, this.#err, this.#isQuiet);
  }

  async line(text = ''): Promise<void> {
    await this.bytes(`${text}\n`);
  }

  async json(value: unknown): Promise<void> {
    await this.line(printableJson(value));
  }

  async bytes(chunk: Uint8Array | string): Promise<void> {
    if (!this.#out.write(chunk) && !this.#out.destroyed) await once(this.#out, 'drain');
  }

  /** Writes a line to stderr, unless the terminal is quiet. */
  note(text: string): void {
    if (!this.#isQuiet) this.fault(text);
  }

  /** Writes a fault to stderr, also on a quiet terminal. */
  fault(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** Resolves when both streams have handed over all data. */
  async flush(): Promise<void> {
    for (const stream of [this.#out, this.#err]) {
      if (!stream.destroyed) await new Promise<void>((resolve) => stream.write('', () => resolve()));
    }
  }
}
