import type { Clock } from '#core/model/clock.ts';

/** A cache of recent reads. Changes made elsewhere become visible after `keptMs`. */
export class TtlCache<Value> {
  readonly #clock: Clock;
  readonly #keptMs: number;
  readonly #most: number;
  readonly #values = new Map<string, { readonly value: Value; readonly at: number }>();

  constructor(clock: Clock, { keptMs, most }: { readonly keptMs: number; readonly most: number }) {
    this.#clock = clock;
    this.#keptMs = keptMs;
    this.#most = most;
  }

  get(name: string): Value | undefined {
    const found = this.#values.get(name);
    if (found === undefined) return undefined;
    if (this.#clock.monotonic() - found.at < this.#keptMs) return found.value;
    this.#values.delete(name);
    return undefined;
  }

  /** Forgets the oldest when there are too many. */
  set(name: string, value: Value): void {
    this.#values.delete(name);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size < this.#most) break;
      this.#values.delete(oldest);
    }
    this.#values.set(name, { value, at: this.#clock.monotonic() });
  }
}
