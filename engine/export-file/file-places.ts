import { sha256Hex } from '#core/bytes/digest.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Files of one execution, kept or being made: each may have 256 MiB. */
export const MOST_FILES = 100;

/** A file that is to be made beside others of its execution. */
export interface PlaceRequest {
  readonly id: ExecutionId;
  readonly name: string;
  /** The others that are kept. */
  readonly kept: number;
  readonly now: number;
}

/**
 * Takes a place for a file that is to be made: of many callers at once, no more get one than there
 * are. A file that has a place keeps it.
 *
 * Places are claims of a day each, numbered from 1. A kept file may have none any longer, so a new
 * one looks beyond as many places as files were kept when it first asked.
 * @returns false: all are taken
 */
export async function takePlace(requests: IdempotencyStore, { id, name, kept, now }: PlaceRequest): Promise<boolean> {
  const claimed = async (key: string, result: string): Promise<string> =>
    (await requests.claim({ owner: '', key, now }, { fingerprint: sha256Hex(key), result })).result;
  const first = Number.parseInt(await claimed(`first place ${name}`, `${kept + 1}`), 10);
  for (let place = first; place <= MOST_FILES; place++)
    if ((await claimed(`place ${id} ${place}`, name)) === name) return true;
  return false;
}
