import type { Json } from '#core/model/json.ts';
import { MAX_RECORD_ERRORS, type RecordError } from '#core/selection/records/record-lines.ts';

/** Most bytes of JSON of one record; values that do not fit are left out. */
export const MAX_RECORD_BYTES = 4 * 1024 * 1024;
/** Most items of one list. */
export const MAX_LIST_ITEMS = 10_000;
const MAX_MESSAGE = 200;
const MAX_PATH = 400;
/** Quotes, colon and comma of a member. */
const MEMBER_BYTES = 6;

/** Keeps a record within its bounds, and notes its errors: each kind once a field. */
export class RecordBuilder {
  readonly #errors = new Map<string, RecordError>();
  #bytes = 0;

  /** Nothing more fits. */
  get isFull(): boolean {
    return this.#bytes >= MAX_RECORD_BYTES;
  }

  get errors(): RecordError[] {
    return [...this.#errors.values()];
  }

  /**
   * Does the value fit? One that does not is an error of its field.
   * @param name of the member; empty for items of a list
   */
  admit(path: string, name: string, value: Json): boolean {
    const bytes = sizeOf(value) + name.length + MEMBER_BYTES;
    if (this.#bytes + bytes > MAX_RECORD_BYTES) {
      this.#bytes = MAX_RECORD_BYTES;
      this.fail(path, 'too-large', 'the record is full at 4 MiB: this value is left out, and those behind it');
      return false;
    }
    this.#bytes += bytes;
    return true;
  }

  /** @param path null: the whole record */
  fail(path: string | null, code: RecordError['code'], message: string): void {
    const key = `${code} ${path ?? ''}`;
    if (this.#errors.has(key) || this.#errors.size >= MAX_RECORD_ERRORS) return;
    const field = path === null ? null : path.slice(0, MAX_PATH).toWellFormed();
    this.#errors.set(key, { field, code, message: message.slice(0, MAX_MESSAGE).toWellFormed() });
  }
}

const sizeOf = (value: Json): number =>
  typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value).length
    : Buffer.byteLength(JSON.stringify(value));
