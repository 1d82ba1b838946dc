/** Surf shows this instead of a secret. */
export const SECRET_MARK = '[secret]';

/**
 * The value of a secret header. It leaves the object by `reveal` alone: JSON, string conversion and
 * `util.inspect` show a mark, so that no log, error or stored object holds the value by accident.
 */
export class Secret {
  readonly #value: string;
  /** Origins that it may go to; null: its owner has not bound it. */
  readonly origins: readonly string[] | null;

  constructor(value: string, origins: readonly string[] | null = null) {
    this.#value = value;
    this.origins = origins;
  }

  /** For the head of a request only. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return SECRET_MARK;
  }

  toJSON(): string {
    return SECRET_MARK;
  }
}
