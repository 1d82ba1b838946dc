import * as z from 'zod';

/** The answer to a request that its sender may send again. */
export const RememberedRequest = z.object({
  /** SHA-256 of the request, hex: the same key with another body is a mistake. */
  fingerprint: z.string(),
  /** Id of the thing that the request made. */
  result: z.string(),
});
export type RememberedRequest = z.infer<typeof RememberedRequest>;

/** Time for which a key is remembered, in ms: the day in which a client may retry. */
export const REMEMBERED_MS = 24 * 3_600_000;

/**
 * Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a request that is sent twice makes
 * one thing.
 *
 * Every adapter promises, and `test/contract/suites/idempotency-store.ts` checks: of calls
 * that claim one key of one owner all return the same request, the first one; a key is
 * forgotten `REMEMBERED_MS` after its first claim, not sooner.
 */
export interface IdempotencyStore {
  claim(
    of: { readonly owner: string; readonly key: string; readonly now: number },
    request: RememberedRequest,
  ): Promise<RememberedRequest>;
}
