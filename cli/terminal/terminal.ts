import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { printableJson } from '#core/model/printable.ts';

/** Writes results to stdout and everything else to stderr. Waits for a slow reader, so that memory stays bounded. */
export class Terminal {
  readonly #out: Writable;
  readonly #err: Writable;

  constructor(out: Writable, err: Writable) {
    this.#out = out;
    this.#err = err;
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

  note(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** Resolves when both streams have handed over all data. */
  async flush(): Promise<void> {
    for (const stream of [this.#out, this.#err]) {
      if (!stream.destroyed) await new Promise<void>((resolve) => stream.write('', () => resolve()));
    }
  }
}
