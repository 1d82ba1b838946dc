import { describe, expect, it } from 'vitest';
import { addressLease } from '#core/politeness/hosts/address-key.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { LEASE_MARGIN_MS, LEASE_MS } from '#core/politeness/hosts/host-store.ts';
import {
  decideLease,
  decideRelease,
  endDeadLease,
  endLease,
  FREE_LEASE,
  type LeaseRow,
  leaseCause,
  WANTED_GRACE_MS,
} from '#core/politeness/hosts/lease.ts';
import { domainLease } from '#core/politeness/hosts/pace-key.ts';

const NOW = 1_000_000;
const take = (row: LeaseRow, owner: string, now: number, delayMs = 1_000): LeaseRow =>
  decideLease(row, owner, now, delayMs).row;

// What callers see of these rules is checked over every adapter by
// test/contract/suites/host-store.ts; here is what the row says.
describe('the row of a lease', () => {
  it('keeps who has it, until when, what was found and what the next one finds', () => {
    expect(take({ ...FREE_LEASE, nextAllowedAt: NOW + 300 }, 'a', NOW)).toEqual({
      owner: 'a',
      leaseUntil: NOW + LEASE_MS,
      nextAllowedAt: NOW + LEASE_MS - LEASE_MARGIN_MS + 1_000,
      found: NOW + 300,
      wanted: null,
      wantedUntil: 0,
      releasedBy: null,
    });
  });

  it('is the same object when a refusal changes nothing, so that adapters save the write', () => {
    const held = take(FREE_LEASE, 'a', NOW);
    const wanted = take(held, 'b', NOW + 1);

    expect(wanted).toEqual({ ...held, wanted: 'b', wantedUntil: held.leaseUntil + WANTED_GRACE_MS });
    expect(take(wanted, 'b', NOW + 2)).toBe(wanted);
    expect(take(wanted, 'c', NOW + 3)).toBe(wanted);
    expect(take(wanted, 'a', NOW + 4)).toBe(wanted);
    expect(decideRelease(wanted, 'b', NOW)).toBe(wanted);
  });

  it('keeps the mark of the one who waits when a third one takes the lease in between', () => {
    const released = decideRelease(take(take(FREE_LEASE, 'a', NOW), 'b', NOW + 1), 'a', NOW + 2);

    const third = take(released, 'c', NOW + 3);

    expect(third).toMatchObject({ owner: 'c', wanted: 'b', releasedBy: null });
    expect(decideLease(third, 'c', NOW + 4, 0).answer).toMatchObject({ granted: false });
  });

  it('refuses an owner whose lease ran out while another waits, until the mark is stale', () => {
    const wanted = take(take(FREE_LEASE, 'a', NOW), 'b', NOW + 1);

    expect(decideLease(wanted, 'a', NOW + LEASE_MS, 0).answer).toEqual({
      granted: false,
      until: NOW + LEASE_MS + WANTED_GRACE_MS,
      by: 'b',
    });
    expect(decideLease(wanted, 'a', NOW + LEASE_MS + WANTED_GRACE_MS, 0).answer).toMatchObject({ granted: true });
  });
});

describe('the lease of an owner that is known to be dead', () => {
  it('is over at once: the next owner waits for the delay only, not for the rest of the lease', () => {
    const held = take(FREE_LEASE, 'a', NOW, 5_000);

    const ended = endLease(held, NOW + 700);

    expect(decideLease(ended, 'b', NOW + 700, 1_000).answer).toEqual({
      granted: true,
      leaseUntil: NOW + 700 + LEASE_MS,
      nextAllowedAt: NOW + 700 + 5_000,
    });
  });

  it('never moves back what an owner before it left', () => {
    const held = take({ ...FREE_LEASE, nextAllowedAt: NOW + 3_600_000 }, 'a', NOW);

    expect(endLease(held, NOW + 700).nextAllowedAt).toBe(NOW + 3_600_000);
  });

  it('leaves the turn to the one who waits for it', () => {
    const wanted = take(take(FREE_LEASE, 'a', NOW), 'b', NOW + 1);

    const ended = endLease(wanted, NOW + 2);

    expect(ended).toMatchObject({ owner: null, wanted: 'b', releasedBy: 'a' });
    expect(decideLease(ended, 'a', NOW + 3, 1_000).answer.granted).toBe(false);
    expect(decideLease(ended, 'b', NOW + 3, 1_000).answer.granted).toBe(true);
  });

  it('stays as it is when nobody has it, or in its last two seconds', () => {
    const held = take(FREE_LEASE, 'a', NOW);

    expect(endLease(FREE_LEASE, NOW)).toBe(FREE_LEASE);
    expect(endLease(held, NOW + LEASE_MS - LEASE_MARGIN_MS)).toBe(held);
  });
});

describe('the lease of an owner that is noted as dead', () => {
  it('is over, unless the owner took or renewed it afterwards: it lives', () => {
    const held = take(FREE_LEASE, 'a', NOW);

    expect(endDeadLease(held, NOW + 700)).toEqual(endLease(held, NOW + 700));
    expect(endDeadLease(held, NOW - 1)).toBe(held);
  });
});

describe('the cause of a refused lease', () => {
  const host = 'a.test' as HostKey;
  const address = addressLease('203.0.113.7');

  it.each([
    [host, 'x2/9/0', 'another crawl has the host'],
    [address, 'x2/9/0', 'another crawl has its address 203.0.113.7'],
    [address, 'x1/4/7', 'unit 7 of this wave has its address 203.0.113.7'],
    [domainLease('a.test'), 'x2/9/0', 'another crawl has its domain a.test'],
    [host, 'x1/3/7', 'unit 7 of wave 3 of this crawl died and its lease still has the host'],
    [address, 'x1/3/7', 'unit 7 of wave 3 of this crawl died and its lease still has its address 203.0.113.7'],
  ])('of $0, which $1 has, is: $2', (of, by, cause) => {
    expect(leaseCause(of, 'x1/4/0', by)).toBe(cause);
  });
});

describe('two executions with short waves', () => {
  it('take turns: the next wave of the one who had the host waits for the other', () => {
    const wanted = take(take(FREE_LEASE, 'x1/1/0', NOW), 'x2/1/0', NOW + 1);
    const released = decideRelease(wanted, 'x1/1/0', NOW + 900);

    expect(decideLease(released, 'x1/2/0', NOW + 950, 1_000).answer.granted).toBe(false);
    expect(decideLease(released, 'x2/1/0', NOW + 990, 1_000).answer.granted).toBe(true);
  });

  it('keep their turn when another wave comes for it', () => {
    const wanted = take(take(FREE_LEASE, 'x1/1/0', NOW), 'x2/1/0', NOW + 1);
    const released = decideRelease(wanted, 'x1/1/0', NOW + 900);

    expect(decideLease(released, 'x2/2/5', NOW + 990, 1_000).answer.granted).toBe(true);
  });
});
