import type { IdempotencyStore, RememberedRequest } from '#core/execution/idempotency-store.ts';

/** Keeps what the first claim of a key said, for ever. */
export class MemoryClaims implements IdempotencyStore {
  readonly #first = new Map<string, RememberedRequest>();

  async claim({ key }: { readonly key: string }, request: RememberedRequest): Promise<RememberedRequest> {
    const first = this.#first.get(key) ?? request;
    this.#first.set(key, first);
    return first;
  }
}
