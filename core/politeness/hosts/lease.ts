import { addressOfLease, isAddressLease } from '#core/politeness/hosts/address-key.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { LEASE_MARGIN_MS, LEASE_MS, type LeaseAnswer, type LeaseOwner } from '#core/politeness/hosts/host-store.ts';
import { domainOfLease } from '#core/politeness/hosts/pace-key.ts';

/**
 * Time after the end of a lease for which the mark of a waiting owner still has priority over the
 * lease's last owner. The waiting owner knows when the lease ends; if it has not come by then
 * plus this time, it has died or lost interest.
 */
export const WANTED_GRACE_MS = 5_000;

/** One host's row in the host store, as every adapter keeps it. */
export interface LeaseRow {
  /** Owner of the lease; null after a release. */
  readonly owner: LeaseOwner | null;
  readonly leaseUntil: number;
  /** No request of the next owner before (epoch ms). */
  readonly nextAllowedAt: number;
  /**
   * `nextAllowedAt` when the owner took the lease, as the previous owner left it. A renewal keeps
   * it.
   */
  readonly found: number;
  /** Owner that waits for the lease; counts until `wantedUntil`. */
  readonly wanted: LeaseOwner | null;
  readonly wantedUntil: number;
  /** Owner that gave it up last; null if nobody has since it was taken. */
  readonly releasedBy: LeaseOwner | null;
}

/** A host that nobody ever requested. */
export const FREE_LEASE: LeaseRow = {
  owner: null,
  leaseUntil: 0,
  nextAllowedAt: 0,
  found: 0,
  wanted: null,
  wantedUntil: 0,
  releasedBy: null,
};

/** The answer and the row after it; the same row object when nothing changes. */
export interface LeaseDecision {
  readonly answer: LeaseAnswer;
  readonly row: LeaseRow;
}

/**
 * Decides one call of `HostStore.lease` (design.md §6). Total function.
 *
 * - Held by another: refused; the caller is marked unless an earlier mark still counts, which keeps
 *   its turn.
 * - Marked by another execution, and the caller's has it or had it last: refused, so that two
 *   executions take turns, however short their waves are.
 * - Else granted. `nextAllowedAt` is never moved back: a host that requested a long pause keeps it
 *   through any number of dead owners.
 */
export function decideLease(row: LeaseRow, owner: LeaseOwner, now: number, delayMs: number): LeaseDecision {
  const held = row.owner !== null && now < row.leaseUntil;
  const marked = row.wanted !== null && !sameParty(row.wanted, owner) && now < row.wantedUntil;
  if (held && row.owner !== owner) {
    // No lease is longer than LEASE_MS: one that seems to be was granted by a clock that was ahead.
    // Its owner may live: it is waited for, but no longer.
    const leaseUntil = Math.min(row.leaseUntil, now + LEASE_MS);
    const refusal: LeaseAnswer = { granted: false, until: leaseUntil, by: row.owner };
    const wantedUntil = leaseUntil + WANTED_GRACE_MS;
    if (leaseUntil < row.leaseUntil)
      return { answer: refusal, row: { ...row, leaseUntil, wanted: owner, wantedUntil } };
    if (marked || (row.wanted === owner && row.wantedUntil === wantedUntil)) return { answer: refusal, row };
    return { answer: refusal, row: { ...row, wanted: owner, wantedUntil } };
  }
  const last = row.owner ?? row.releasedBy;
  const had = last !== null && sameParty(last, owner);
  if (marked && had) return { answer: { granted: false, until: row.wantedUntil, by: row.wanted }, row };
  const found = row.owner === owner ? row.found : row.nextAllowedAt;
  const leaseUntil = now + LEASE_MS;
  return {
    answer: { granted: true, leaseUntil, nextAllowedAt: found },
    row: {
      owner,
      leaseUntil,
      nextAllowedAt: Math.max(found, leaseUntil - LEASE_MARGIN_MS + delayMs),
      found,
      wanted: marked ? row.wanted : null,
      wantedUntil: marked ? row.wantedUntil : 0,
      releasedBy: null,
    },
  };
}

/** Units of one execution are one party: owner = `<execution>/<wave>/<unit>`. */
const sameParty = (a: LeaseOwner, b: LeaseOwner): boolean => a.split('/', 1)[0] === b.split('/', 1)[0];

/**
 * Names the holder of the lease, in the words of the owner that was refused. The wave of a unit
 * begins when the wave before is closed: an owner that still holds a lease then died.
 */
export function leaseCause(host: HostKey, owner: LeaseOwner, by: LeaseOwner): string {
  const domain = domainOfLease(host);
  const one = isAddressLease(host) ? `its address ${addressOfLease(host)}` : 'the host';
  const what = domain === null ? one : `its domain ${domain}`;
  const [, wave, unit] = by.split('/');
  if (!sameParty(owner, by)) return `another crawl has ${what}`;
  if (wave === owner.split('/')[1]) return `unit ${unit} of this wave has ${what}`;
  return `unit ${unit} of wave ${wave} of this crawl died and its lease still has ${what}`;
}

/**
 * The row when an owner that is noted as dead since `diedAt` is found in it. The same row object
 * when there is nothing to end, or when the owner took or renewed the lease after `diedAt`: it
 * lives.
 */
export function endDeadLease(row: LeaseRow, diedAt: number): LeaseRow {
  return row.leaseUntil - LEASE_MS > diedAt ? row : endLease(row, diedAt);
}

/**
 * Decides one call of `HostStore.release`; the same row object when `owner` does not hold the
 * lease. A mark stays: the turn is its owner's.
 */
export function decideRelease(row: LeaseRow, owner: LeaseOwner, nextAllowedAt: number): LeaseRow {
  if (row.owner !== owner) return row;
  return { ...row, owner: null, nextAllowedAt, releasedBy: owner };
}

/**
 * The row once its owner is known to be dead (its process or thread has ended): nobody need wait
 * for the end of the lease, only for the delay that the owner wrote, from `now` on. The same row
 * object when nobody has it, or its last request cannot be later than the lease says.
 */
export function endLease(row: LeaseRow, now: number): LeaseRow {
  const unspent = row.leaseUntil - LEASE_MARGIN_MS - now;
  if (row.owner === null || unspent <= 0) return row;
  const nextAllowedAt = Math.max(row.found, row.nextAllowedAt - unspent);
  return { ...row, owner: null, leaseUntil: now, nextAllowedAt, releasedBy: row.owner };
}
