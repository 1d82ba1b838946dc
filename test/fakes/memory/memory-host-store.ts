import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import type { HostStore, LeaseAnswer, LeaseOwner, RobotsPointer } from '#core/politeness/hosts/host-store.ts';
import { decideLease, decideRelease, endLease, FREE_LEASE, type LeaseRow } from '#core/politeness/hosts/lease.ts';

/** Leases and robots pointers in memory, decided as every adapter does. */
export class MemoryHostStore implements HostStore {
  readonly rows = new Map<HostKey, LeaseRow>();
  readonly pointers = new Map<string, RobotsPointer>();
  /** Each call that was made: `lease`, `refused` or `release`, with host and owner. */
  readonly calls: { readonly call: 'lease' | 'refused' | 'release'; readonly host: string; readonly owner: string }[] =
    [];

  async lease(host: HostKey, owner: LeaseOwner, now: number, delayMs: number): Promise<LeaseAnswer> {
    const { answer, row } = decideLease(this.rows.get(host) ?? FREE_LEASE, owner, now, delayMs);
    this.rows.set(host, row);
    this.calls.push({ call: answer.granted ? 'lease' : 'refused', host, owner });
    return answer;
  }

  async release(host: HostKey, owner: LeaseOwner, nextAllowedAt: number): Promise<void> {
    this.rows.set(host, decideRelease(this.rows.get(host) ?? FREE_LEASE, owner, nextAllowedAt));
    this.calls.push({ call: 'release', host, owner });
  }

  async endLeases(owner: LeaseOwner, now: number): Promise<void> {
    for (const [host, row] of this.rows) if (row.owner === owner) this.rows.set(host, endLease(row, now));
  }

  async robots(origin: string): Promise<RobotsPointer | null> {
    return this.pointers.get(origin) ?? null;
  }

  async saveRobots(pointer: RobotsPointer): Promise<void> {
    this.pointers.set(pointer.origin, pointer);
  }
}
