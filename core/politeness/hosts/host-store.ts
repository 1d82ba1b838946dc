import { deflatedText, inflatedText } from '#core/bytes/deflated-text.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';

/**
 * The longest time that a lease lasts, and the time before its end at which the last request can
 * start.
 */
export const LEASE_MS = 60_000;
export const LEASE_MARGIN_MS = 2_000;
/**
 * Time after which the holder renews its lease, and learns if another waits. The shorter, the more
 * evenly two executions share a host.
 */
export const LEASE_RENEW_MS = 36_000;

/** (execution, wave, unit) as one string. */
export type LeaseOwner = string;

export type LeaseAnswer =
  | {
      readonly granted: true;
      /** Epoch ms. The holder starts no request later than LEASE_MARGIN_MS before. */
      readonly leaseUntil: number;
      /** No request before (epoch ms): left by the previous owner. */
      readonly nextAllowedAt: number;
    }
  | {
      readonly granted: false;
      /**
       * Latest time at which it is free; the caller is marked as wanting it and comes back sooner.
       */
      readonly until: number;
      /** The owner that has it, or whose turn is next. */
      readonly by: LeaseOwner;
    };

/** The stored knowledge of an origin's robots.txt; shared by all executions. */
export interface RobotsPointer {
  /** `scheme://host:port` */
  readonly origin: string;
  /** Final HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** SHA-256 of the body; null when there is none. */
  readonly hash: string | null;
  /** The body as `deflatedText`, when that is short. Absent: it is in the object. */
  readonly deflated?: string;
  /** Key of the object with the body; null when there is no body, or it is small. */
  readonly object: string | null;
  readonly fetchedAt: number;
  /** At most a day later; sooner when the host could not be reached. */
  readonly expiresAt: number;
}

/** Surf does not try to deflate longer bodies. */
const MOST_DEFLATED_BYTES = 16 * 1024;
/**
 * Characters that a pointer may have of a body. Up to here an object costs more to put than the row
 * to write, and each unit would read it.
 */
const MOST_CHARACTERS = 3_000;

/** Pointer fields of a fetched body. @param object key that a larger one gets */
export function robotsBody(body: Uint8Array, object: string): Pick<RobotsPointer, 'deflated' | 'object'> {
  if (body.length > MOST_DEFLATED_BYTES) return { object };
  const deflated = deflatedText(body);
  return deflated.length > MOST_CHARACTERS ? { object } : { deflated, object: null };
}

/** The body that a pointer has itself; null: it has none. */
export const bodyIn = ({ deflated }: RobotsPointer): Uint8Array | null =>
  deflated === undefined ? null : inflatedText(deflated, MOST_DEFLATED_BYTES);

/**
 * One politeness clock per host, for all executions, workers and processes (N5).
 *
 * Every adapter promises, and `test/contract/suites/host-store.ts` checks:
 * - at any time at most one owner holds a host's lease (a lease is over at `leaseUntil`, by the
 *   callers' `now`);
 * - granting or renewing writes nextAllowedAt = leaseUntil − LEASE_MARGIN_MS + delay, so that the
 *   next owner keeps the distance even when this one dies; the answer carries the value found
 *   before;
 * - a renewal is refused when somebody else marked the lease `wanted`; the refusal ends nothing:
 *   the holder releases;
 * - after a release, an owner that waits gets the lease before the owner that released it;
 * - `release` by another than the owner changes nothing;
 * - after `endLeases` the next owner gets each lease that the dead owner held then, and keeps
 *   `delayMs` of the dead owner from `now` on; leases of other owners, and one that the owner took
 *   or renewed later (it lives), stay.
 */
export interface HostStore {
  /**
   * Takes the lease, or renews it when `owner` has it.
   * @param delayMs the delay in force for this owner
   */
  lease(host: HostKey, owner: LeaseOwner, now: number, delayMs: number): Promise<LeaseAnswer>;
  /** Gives it back. @param nextAllowedAt max(the value found when taken, last start + delay) */
  release(host: HostKey, owner: LeaseOwner, nextAllowedAt: number): Promise<void>;
  /**
   * Ends the leases of an owner that is known to be dead, of hosts and of addresses. Idempotent.
   * @param owner a unit whose worker has ended: it sends no request after `now`
   */
  endLeases(owner: LeaseOwner, now: number): Promise<void>;
  robots(origin: string): Promise<RobotsPointer | null>;
  /** The last one written stays. */
  saveRobots(pointer: RobotsPointer): Promise<void>;
}
