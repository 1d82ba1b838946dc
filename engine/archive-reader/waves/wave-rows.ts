import { damagedObject } from '#core/archive/damaged-object.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';

const LF = 10;
/** Start of a row's line; the key's digits follow. */
const HEAD = '{"v":1,"key":"';
const KEY_DIGITS = 32;

/**
 * The rows of the tasks that a wave settled, as an object of JSON lines has them, and the pages
 * that later waves showed to be copies. A wave has 20,000 rows: they stay bytes, and each is parsed
 * when a caller reads it.
 */
export class WaveRows {
  readonly #object: string;
  readonly #bytes: Buffer;
  readonly #corrections: ReadonlyMap<UrlKey, UrlKey>;
  /** Offset of each row. */
  readonly #starts = new Map<UrlKey, number>();

  /**
   * @param object its key, for errors
   * @param corrections copies, with the pages that they are copies of
   * @throws SurfError OBJECT_CORRUPT
   */
  constructor(object: string, bytes: Uint8Array, corrections: ReadonlyMap<UrlKey, UrlKey>) {
    this.#object = object;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#corrections = corrections;
    for (let start = 0; start < bytes.length; start = this.#endOf(start) + 1)
      this.#starts.set(this.#keyAt(start), start);
  }

  /** @throws SurfError OBJECT_CORRUPT */
  get(key: UrlKey): TaskRow | undefined {
    const start = this.#starts.get(key);
    if (start === undefined) return undefined;
    const row = this.#rowAt(start);
    const of = this.#corrections.get(key);
    return of === undefined ? row : { ...row, outcome: { type: 'duplicate', of } };
  }

  keys(): Iterable<UrlKey> {
    return this.#starts.keys();
  }

  /** End of a row. One that a process wrote whole ends with LF. */
  #endOf(start: number): number {
    const end = this.#bytes.indexOf(LF, start);
    if (end < 0) throw damagedObject(this.#object, 'its last line has no end');
    return end;
  }

  #keyAt(start: number): UrlKey {
    const at = start + HEAD.length;
    if (this.#bytes.toString('latin1', start, at) !== HEAD) return this.#rowAt(start).key;
    return this.#bytes.toString('latin1', at, at + KEY_DIGITS) as UrlKey;
  }

  #rowAt(start: number): TaskRow {
    try {
      return JSON.parse(this.#bytes.toString('utf8', start, this.#endOf(start))) as TaskRow;
    } catch (error) {
      throw damagedObject(this.#object, (error as Error).message, error);
    }
  }
}
