import { linesOf } from '#core/bytes/json-lines.ts';
import { MAX_RECORD_LINE_BYTES, type RecordLine } from '#core/selection/records/record-lines.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/**
 * Reads a chunk's records beside its outcomes, which are in the same order: one record is in memory
 * at a time.
 */
export class RecordCursor {
  readonly #lines: Iterator<string>;
  #next: RecordLine | null;

  /** @param bytes of the chunk's records object; null: it has none */
  constructor(bytes: Uint8Array | null) {
    this.#lines = linesOf(bytes ?? new Uint8Array(0), { maxLineBytes: MAX_RECORD_LINE_BYTES })[Symbol.iterator]();
    this.#next = this.#read();
  }

  /**
   * The record of this outcome, if it has one; called for every stored page of the chunk, in the
   * order of the outcomes.
   */
  take(key: UrlKey): RecordLine | null {
    const record = this.#next;
    if (record === null || record.key !== key) return null;
    this.#next = this.#read();
    return record;
  }

  #read(): RecordLine | null {
    const { done, value } = this.#lines.next();
    return done === true ? null : (JSON.parse(value) as RecordLine);
  }
}
