import type { Archive } from '#core/archive/archive.ts';
import { BlockPool, BlockWriter } from '#core/bytes/block-writer.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { RecordArena } from '#engine/external-sort/record-arena.ts';

/** Digits of a key that fit into a number. */
const DIGITS = 12;

/** JSON lines sorted by URL key, as many as a wave has tasks. */
export class KeyedLines {
  readonly #archive: Archive;
  readonly #lines = new RecordArena();
  #count = 0;
  #bytes = 0;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get count(): number {
    return this.#count;
  }

  /** @param line as JSON @returns its number, from 0 */
  add(key: UrlKey, line: string): number {
    this.#count += 1;
    // Two URLs of one wave do not share 96 bits of a hash.
    const number = this.#lines.addText(`${line}\n`, {
      a: 0,
      b: Number.parseInt(key.slice(0, DIGITS), 16),
      c: Number.parseInt(key.slice(DIGITS, 2 * DIGITS), 16),
    });
    this.#bytes += this.#bytesOf(number);
    return number;
  }

  /** Bytes of the lines, without LF. */
  get bytes(): number {
    return this.#bytes;
  }

  lineAt(number: number): string {
    const { bytes, at, end } = this.#lines.record(number);
    return bytes.toString('utf8', at, end - 1);
  }

  /** @param line another with the same key */
  replace(number: number, line: string): void {
    this.#bytes -= this.#bytesOf(number);
    this.#lines.replaceText(number, `${line}\n`);
    this.#bytes += this.#bytesOf(number);
  }

  #bytesOf(number: number): number {
    const { at, end } = this.#lines.record(number);
    return end - at - 1;
  }

  /** Writes the lines as an object, once, and forgets them; null when there are none. */
  async write(object: string): Promise<FileRef | null> {
    if (this.#count === 0) return null;
    const out = new BlockWriter(new BlockPool());
    for (const i of this.#lines.order()) {
      const { bytes, at, end } = this.#lines.record(i);
      out.appendFrom(bytes, at, end);
    }
    await this.#archive.put(object, out.parts());
    this.#lines.release();
    return { object, count: this.#count };
  }
}
