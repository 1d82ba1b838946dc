import type { Clock } from '#core/model/clock.ts';
import type { AddressBound } from '#core/politeness/address-bound.ts';
import { HostClock } from '#core/politeness/delay.ts';
import { addressLease } from '#core/politeness/hosts/address-key.ts';
import type { HostStore, LeaseOwner } from '#core/politeness/hosts/host-store.ts';
import { HostLease } from '#engine/crawl-unit/hosts/host-lease.ts';
import type { ExecutionPoller } from '#engine/crawl-unit/unit/execution-poller.ts';
import type { RetryingCalls } from '#engine/crawl-unit/unit/retrying-calls.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/**
 * Longest wait for an address that another unit holds. After it, the host fetches something else
 * and tries again.
 */
const MOST_WAIT_MS = 15_000;
/** Longest wait for an address that this unit uses, while another host waits for a slot. */
const MOST_CROWDED_MS = 3_000;
const LOOK_MS = 1_000;
/** Idle time after which the unit releases an address. */
const IDLE_MS = 5_000;

export interface AddressGateParts {
  readonly bound: AddressBound;
  readonly owner: LeaseOwner;
  readonly hostStore: HostStore;
  readonly calls: RetryingCalls;
  readonly clock: Clock;
  readonly rows: ExecutionPoller;
  readonly halt: UnitCancellation;
}

/**
 * The answer to a request for an address. `halted`: the unit starts no request; `busy`: another
 * unit holds the address; `crowded`: the host has to let others go first.
 */
export type Admission =
  | {
      readonly admitted: true /** Close the connection after it: other hosts of the address need it. */;
      readonly close: boolean;
    }
  | { readonly admitted: false; readonly reason: 'halted' | 'busy'; readonly cause: string }
  | { readonly admitted: false; readonly reason: 'crowded' };

/** A host that waits for its address. */
export interface AddressWait {
  readonly host: string;
  readonly cause: string;
  /** Monotonic ms. */
  readonly until: number;
}

/**
 * Bounds the requests and connections of a unit to each address, under all of its names
 * (politeness.perAddress). Between units the bound holds because one unit at a time has the
 * address, by a lease in the host store like that of a host.
 */
export class AddressGate {
  readonly #parts: AddressGateParts;
  readonly #addresses = new Map<string, AddressQueue>();

  constructor(parts: AddressGateParts) {
    this.#parts = parts;
  }

  /**
   * Waits for the request's turn, in the order of the calls. The caller ends each admission with
   * `leave`.
   * @param slotWanted true while another host waits for this host's slot
   * @default no host waits
   */
  enter(address: string, host: string, slotWanted: () => boolean = () => false): Promise<Admission> {
    let line = this.#addresses.get(address);
    if (line === undefined) {
      line = new AddressQueue(this.#parts, address);
      this.#addresses.set(address, line);
    }
    return line.enter(host, slotWanted);
  }

  /** The request is sent. */
  sent(address: string): void {
    this.#addresses.get(address)?.sent();
  }

  /** Ends the request. @param host the host that keeps its connection open; null: none does */
  leave(address: string, host: string | null): void {
    this.#addresses.get(address)?.leave(host);
  }

  /** Hosts that wait now. */
  waits(): AddressWait[] {
    return [...this.#addresses.values()].flatMap((line) => line.waits());
  }

  /** Releases addresses that no request has used for a while. */
  async releaseIdle(): Promise<void> {
    for (const line of this.#addresses.values()) if (line.isIdle(IDLE_MS)) await line.release();
  }

  /** Releases all addresses. No request may be in flight. */
  async release(): Promise<void> {
    for (const line of this.#addresses.values()) await line.release();
  }
}

/** Requests of one address, one after another. */
class AddressQueue {
  readonly #parts: AddressGateParts;
  readonly #shared: string;
  readonly #clock: HostClock;
  readonly #lease: HostLease;
  readonly #hosts = new Set<string>();
  /** Hosts whose connection is kept open. */
  readonly #kept = new Set<string>();
  readonly #waiting = new Map<string, number>();
  /** Requests on their way over connections that are not kept. */
  #open = 0;
  /** Reason for the wait. */
  #cause: string;
  #last: Promise<unknown> = Promise.resolve();
  #left = Promise.withResolvers<void>();
  #usedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: AddressGateParts, address: string) {
    const { bound, owner, hostStore, calls, clock, rows } = parts;
    this.#parts = parts;
    this.#cause = this.#shared = `other hosts use its address ${address}, too`;
    this.#clock = new HostClock(bound.spacingMs);
    const host = addressLease(address);
    this.#lease = new HostLease({ host, owner, hostStore, calls, clock, rows, hostClock: this.#clock });
  }

  enter(host: string, slotWanted: () => boolean): Promise<Admission> {
    this.#hosts.add(host);
    this.#waiting.set(host, Number.NEGATIVE_INFINITY);
    const enteredAt = this.#parts.clock.monotonic();
    const isCrowded = (now: number): boolean => now - enteredAt >= MOST_CROWDED_MS && slotWanted();
    const turn = this.#last.then(() => this.#admit(host, isCrowded)).finally(() => this.#waiting.delete(host));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  sent(): void {
    this.#clock.started(this.#parts.clock.monotonic());
  }

  leave(host: string | null): void {
    if (host === null) this.#open -= 1;
    this.#usedAt = this.#parts.clock.monotonic();
    this.#left.resolve();
    this.#left = Promise.withResolvers();
  }

  waits(): AddressWait[] {
    return [...this.#waiting].map(([host, until]) => ({ host, cause: this.#cause, until }));
  }

  isIdle(ms: number): boolean {
    const isUsed = this.#open > 0 || this.#waiting.size > 0;
    return !isUsed && this.#parts.clock.monotonic() - this.#usedAt > ms;
  }

  release(): Promise<void> {
    return this.#lease.release();
  }

  async #admit(host: string, isCrowded: (now: number) => boolean): Promise<Admission> {
    const { clock, halt, bound } = this.#parts;
    const begunAt = clock.monotonic();
    for (;;) {
      if (halt.cause !== null) return { admitted: false, reason: 'halted', cause: 'the unit starts no request' };
      const now = clock.monotonic();
      if (!this.#lease.covers(now)) {
        const refusal = await this.#lease.take();
        this.#cause = refusal?.cause ?? this.#shared;
        if (refusal === null) continue;
        if (refusal.at - begunAt > MOST_WAIT_MS) return { admitted: false, reason: 'busy', cause: refusal.cause };
        await this.#sleep(refusal.at);
      } else if (this.#nextAt() > now) await this.#sleep(this.#nextAt());
      else if (!this.#isFull(host, bound.connections)) return this.#take(host, now);
      else if (isCrowded(now)) return { admitted: false, reason: 'crowded' };
      else await Promise.race([this.#left.promise, clock.sleep(LOOK_MS, halt.starts)]);
    }
  }

  /**
   * A host that is alone at its address keeps its own distance, which may be shorter; what the
   * owner before left counts all the same.
   */
  #nextAt(): number {
    const { at } = this.#clock.next();
    const isOwnSpacing = at <= this.#clock.lastStart + this.#parts.bound.spacingMs;
    return isOwnSpacing && this.#hosts.size === 1 ? Number.NEGATIVE_INFINITY : at;
  }

  /** Its own kept connection serves a host; another host needs a new one. */
  #isFull(host: string, connections: number): boolean {
    return !this.#kept.has(host) && this.#open > 0 && this.#open + this.#kept.size >= connections;
  }

  #take(host: string, now: number): Admission {
    this.#clock.started(now);
    this.#usedAt = now;
    const close = this.#hosts.size > 1;
    if (close) {
      this.#kept.delete(host);
      this.#open += 1;
    } else this.#kept.add(host);
    return { admitted: true, close };
  }

  async #sleep(until: number): Promise<void> {
    const { clock, halt } = this.#parts;
    for (const host of this.#waiting.keys()) this.#waiting.set(host, until);
    await clock.sleep(Math.max(1, until - clock.monotonic()), halt.starts);
  }
}
