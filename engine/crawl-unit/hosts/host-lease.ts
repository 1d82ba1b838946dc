import type { Clock } from '#core/model/clock.ts';
import type { HostClock } from '#core/politeness/delay.ts';
import type { HostKey } from '#core/politeness/hosts/host-key.ts';
import { type HostStore, LEASE_MARGIN_MS, LEASE_RENEW_MS, type LeaseOwner } from '#core/politeness/hosts/host-store.ts';
import { leaseCause } from '#core/politeness/hosts/lease.ts';
import type { ExecutionPoller } from '#engine/crawl-unit/unit/execution-poller.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';

/** Longest delay before a refused lease is requested again. */
const ASK_AGAIN_MS = 3_000;

export interface HostLeaseParts {
  readonly host: HostKey;
  readonly owner: LeaseOwner;
  readonly hostStore: HostStore;
  readonly calls: RetryingCalls;
  readonly clock: Clock;
  readonly rows: ExecutionPoller;
  readonly hostClock: Pick<HostClock, 'delayMs' | 'lastStart' | 'retryAfterUntil' | 'hold'>;
}

/** A lease that was refused. */
export interface LeaseRefusal {
  /** Time of the next try (monotonic ms). */
  readonly at: number;
  /** Holder of the lease, in words. */
  readonly cause: string;
}

/** The right to send requests to a host for a while. Instants are monotonic milliseconds. */
export interface RequestLease {
  /** May a request start at `now`, without asking the host store? */
  covers(now: number): boolean;
  /** May a request be sent at `now`, once it was decided upon? */
  allows(now: number): boolean;
  /** Takes or renews it. @returns null when granted; else it was returned */
  take(): Promise<LeaseRefusal | null>;
  /** Gives it back, if it is held; every request of the host has ended. */
  release(): Promise<void>;
}

/**
 * A worker's hold on one host (design.md §6): taken before the first request, renewed after
 * LEASE_RENEW_MS, returned at the end. After each grant the execution row is read before `take`
 * answers. Instants are monotonic milliseconds.
 */
export class HostLease implements RequestLease {
  readonly #parts: HostLeaseParts;
  /**
   * No request later: the margin before the end, and never after what the host store tells the next
   * owner, less the delay now in force.
   */
  #endsAt = Number.NEGATIVE_INFINITY;
  #renewAt = Number.NEGATIVE_INFINITY;
  /** Epoch ms: what the owner before left, and what the host store keeps for the next one. */
  #found = 0;
  #written = Number.NEGATIVE_INFINITY;
  #writtenAt = Number.NEGATIVE_INFINITY;
  #writtenDelayMs = 0;
  #held = false;

  constructor(parts: HostLeaseParts) {
    this.#parts = parts;
  }

  /**
   * May a request start at `now`, without asking the host store? Not while the host store has a
   * shorter delay: the next owner may have nothing else to go by.
   */
  covers(now: number): boolean {
    const isWritten = this.#parts.hostClock.delayMs <= this.#writtenDelayMs;
    return this.#held && isWritten && now < this.#renewAt && now <= this.#startBy();
  }

  allows(now: number): boolean {
    return this.#held && now <= this.#startBy();
  }

  #startBy(): number {
    return Math.min(this.#endsAt, this.#writtenAt - this.#parts.hostClock.delayMs);
  }

  /**
   * Takes or renews it, and reads the execution row.
   *
   * @returns null when granted; else another owner has it or waits for it, so it was returned
   */
  async take(): Promise<LeaseRefusal | null> {
    const { hostStore, calls, clock, host, owner, rows, hostClock } = this.#parts;
    const delayMs = Math.ceil(hostClock.delayMs);
    const monotonic = clock.monotonic();
    const now = Math.floor(clock.now());
    const answer = await calls.write('lease', host, () => hostStore.lease(host, owner, now, delayMs));
    if (!answer.granted) {
      await this.release();
      const at = monotonic + Math.max(1, Math.min(answer.until - now, ASK_AGAIN_MS));
      return { at, cause: leaseCause(host, owner, answer.by) };
    }
    if (answer.nextAllowedAt > this.#written) {
      this.#found = answer.nextAllowedAt;
      hostClock.hold(monotonic + answer.nextAllowedAt - now, 'delay');
    }
    this.#held = true;
    this.#endsAt = monotonic + answer.leaseUntil - now - LEASE_MARGIN_MS;
    this.#renewAt = monotonic + Math.min(LEASE_RENEW_MS, answer.leaseUntil - now);
    this.#written = answer.leaseUntil - LEASE_MARGIN_MS + delayMs;
    this.#writtenAt = monotonic + this.#written - now;
    this.#writtenDelayMs = delayMs;
    await rows.since(rows.mark());
    return null;
  }

  async release(): Promise<void> {
    if (!this.#held) return;
    this.#held = false;
    const { hostStore, calls, clock, host, owner, hostClock } = this.#parts;
    const next = Math.max(hostClock.lastStart + hostClock.delayMs, hostClock.retryAfterUntil);
    const wait = Number.isFinite(next) ? next - clock.monotonic() : 0;
    const nextAllowedAt = Math.max(this.#found, Number.isFinite(next) ? Math.ceil(clock.now() + wait) : 0);
    this.#written = Number.NEGATIVE_INFINITY;
    await calls.write('release', host, () => hostStore.release(host, owner, nextAllowedAt));
  }
}
