import { FLOOR_BYTES_PER_SECOND } from '#adapters/http/body/body-pace.ts';

/** A body waits this long before another one makes room for it. */
const PATIENCE_MS = 1_000;
/** Interval between checks while a body waits. */
const LOOK_MS = 250;
/** A body that ends sooner is never cut for room. */
const TURN_MS = 10_000;

/** A body as the budget sees it: its state, and a way to end it. */
export interface BodyOwner {
  /** Host whose share it uses: one share, however many bodies it sends at a time. */
  readonly host: string;
  /**
   * Bytes a second lately; null: too early to say, or it is not being read.
   * @param now monotonic ms
   */
  rate(now: number): number | null;
  /** Expected bytes to come: nothing is counted by them. */
  remaining(): number;
  /**
   * Ends it: `slow` because it is below the floor, `share` because its host holds more than its
   * share.
   */
  giveWay(cause: 'slow' | 'share'): void;
}

interface Wanted {
  readonly bytes: number;
  readonly go: () => void;
  readonly sinceAt: number;
}

/** A body's memory in the budget. */
export interface BodyReservation {
  /**
   * Takes so many bytes more. The body requests no further ones before it has these.
   * @param go called when they are there: at once, before this returns, or later
   */
  take(bytes: number, go: () => void): void;
  /** Corrects the expected size of the whole body. */
  expect(mostBytes: number): void;
  /** Frees everything; further calls do nothing. */
  close(): void;
}

export interface BodyBudgetOptions {
  /** Monotonic ms. @default performance.now */
  readonly now?: () => number;
  /**
   * Calls `look` again and again until it is called itself.
   * @default a timer that keeps no process alive
   */
  readonly every?: (ms: number, look: () => void) => () => void;
}

/**
 * Memory that large bodies share. A body takes it as its bytes come: what a server promises
 * (Content-Length) holds nothing.
 *
 * - Bytes are given while all bodies could still end, each with what it may come to at most
 *   (Dijkstra's banker): no two wait for each other for ever. The body whose host holds the least
 *   comes first.
 * - When one has waited for a second, others make room: first those that come below the floor of 8
 *   KiB a second; then, one at a time, the body that would take longest of a host that holds more
 *   than its share (the total over all hosts that hold or wait).
 * - A body that may need more than the total has it all to itself.
 */
export class BodyBudget {
  readonly #total: number;
  readonly #now: () => number;
  readonly #every: (ms: number, look: () => void) => () => void;
  /** No Set, for the reason that `Cancellations` gives: these lead to bodies of megabytes. */
  readonly #reservations: Reservation[] = [];
  #free: number;
  #endLooking: (() => void) | null = null;

  constructor(totalBytes: number, options: BodyBudgetOptions = {}) {
    this.#total = totalBytes;
    this.#free = totalBytes;
    this.#now = options.now ?? (() => performance.now());
    this.#every = options.every ?? everyUnref;
  }

  /** Bytes that bodies hold now. */
  get heldBytes(): number {
    return this.#total - this.#free;
  }

  /** @param mostBytes largest size of the whole body, decoded too */
  open(owner: BodyOwner, mostBytes: number): BodyReservation {
    const reservation: Reservation = { owner, most: Math.min(mostBytes, this.#total), held: 0, wanted: null };
    this.#reservations.push(reservation);
    return {
      take: (bytes, go) => {
        const fitting = Math.max(0, Math.min(bytes, this.#total - reservation.held));
        reservation.most = Math.max(reservation.most, reservation.held + fitting);
        reservation.wanted = { bytes: fitting, go, sinceAt: this.#now() };
        this.#serve();
        if (reservation.wanted !== null) this.#endLooking ??= this.#every(LOOK_MS, () => this.#look());
      },
      expect: (most) => {
        reservation.most = Math.max(reservation.held, Math.min(most, this.#total));
        this.#serve();
      },
      close: () => {
        const at = this.#reservations.indexOf(reservation);
        if (at < 0) return;
        this.#reservations.splice(at, 1);
        this.#free += reservation.held;
        this.#serve();
      },
    };
  }

  /** Gives bodies the bytes that are free. */
  #serve(): void {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const { wanted } = next;
      if (wanted === null) return;
      next.wanted = null;
      next.held += wanted.bytes;
      this.#free -= wanted.bytes;
      wanted.go();
    }
    if (this.#endLooking === null || this.#waiting().length > 0) return;
    this.#endLooking();
    this.#endLooking = null;
  }

  #next(): Reservation | null {
    const waiting = this.#waiting();
    if (waiting.length === 0) return null;
    const held = this.#heldByHost();
    waiting.sort((a, b) => heldOf(held, a) - heldOf(held, b) || sinceOf(a) - sinceOf(b));
    return waiting.find((reservation) => this.#isSafe(reservation)) ?? null;
  }

  #waiting(): Reservation[] {
    return this.#reservations.filter(({ wanted }) => wanted !== null);
  }

  /** Could all bodies still end, one after another, if this one had the memory that it asks for? */
  #isSafe(asking: Reservation): boolean {
    const bytes = asking.wanted?.bytes ?? 0;
    let free = this.#free - bytes;
    if (free < 0) return false;
    const needs = this.#reservations.map((reservation) => {
      const held = reservation === asking ? reservation.held + bytes : reservation.held;
      return { held, need: reservation.most - held };
    });
    needs.sort((a, b) => a.need - b.need);
    for (const { held, need } of needs) {
      if (need > free) return false;
      free += held;
    }
    return true;
  }

  /** Has others make room for a body that has waited long enough. */
  #look(): void {
    const now = this.#now();
    if (!this.#isTight(now)) return;
    const rates = new Map(
      this.#reservations.map((reservation) => [
        reservation,
        reservation.wanted === null ? reservation.owner.rate(now) : null,
      ]),
    );
    const held = this.#reservations.filter((reservation) => reservation.held > 0).sort((a, b) => b.held - a.held);
    for (const reservation of held) {
      const rate = rates.get(reservation) ?? null;
      if (rate === null || rate >= FLOOR_BYTES_PER_SECOND) continue;
      reservation.owner.giveWay('slow');
      if (!this.#isTight(now)) return;
    }
    this.#longestAboveShare(rates)?.owner.giveWay('share');
  }

  #isTight(now: number): boolean {
    return this.#waiting().some((reservation) => now - sinceOf(reservation) >= PATIENCE_MS);
  }

  #longestAboveShare(rates: ReadonlyMap<Reservation, number | null>): Reservation | null {
    const held = this.#heldByHost();
    const share = this.#total / held.size;
    let [longest, longestMs]: [Reservation | null, number] = [null, TURN_MS];
    for (const reservation of this.#reservations) {
      const rate = rates.get(reservation) ?? null;
      if (rate === null || reservation.held === 0 || heldOf(held, reservation) <= share) continue;
      const leftMs = (reservation.owner.remaining() * 1000) / rate;
      if (leftMs > longestMs) [longest, longestMs] = [reservation, leftMs];
    }
    return longest;
  }

  /** Held bytes by host, for all hosts that hold or wait. */
  #heldByHost(): Map<string, number> {
    const held = new Map<string, number>();
    for (const reservation of this.#reservations)
      held.set(reservation.owner.host, heldOf(held, reservation) + reservation.held);
    return held;
  }
}

interface Reservation {
  readonly owner: BodyOwner;
  most: number;
  held: number;
  wanted: Wanted | null;
}

const heldOf = (held: ReadonlyMap<string, number>, { owner }: Reservation): number => held.get(owner.host) ?? 0;
const sinceOf = ({ wanted }: Reservation): number => wanted?.sinceAt ?? Number.POSITIVE_INFINITY;

function everyUnref(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms);
  timer.unref();
  return () => clearInterval(timer);
}
