/** Slots for hosts in flight, as a counting semaphore with a queue. */
export interface SlotQueue {
  /**
   * Resolves when the caller holds a slot.
   * @param isLast true: queue behind all callers that are not last
   * @default false
   */
  take(isLast?: boolean): Promise<void>;
  /** Returns the slot: the next waiting caller gets it. */
  give(): void;
}

/**
 * At most `hostsPerWorker` hosts in flight. The others wait in order; hosts that gave their slot
 * away wait behind all others.
 */
export class HostSlots implements SlotQueue {
  #free: number;
  readonly #first = new Waiting();
  readonly #last = new Waiting();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** Does a host wait for its first slot? */
  get isWanted(): boolean {
    return this.#first.count > 0;
  }

  async take(isLast = false): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => (isLast ? this.#last : this.#first).add(resolve));
  }

  give(): void {
    const next = this.#first.next() ?? this.#last.next();
    if (next === null) this.#free += 1;
    else next();
  }
}

/** A FIFO queue that moves its head instead of shifting the array. */
class Waiting {
  readonly #queue: (() => void)[] = [];
  #head = 0;

  get count(): number {
    return this.#queue.length - this.#head;
  }

  add(go: () => void): void {
    this.#queue.push(go);
  }

  next(): (() => void) | null {
    const next = this.#queue[this.#head];
    if (next === undefined) return null;
    this.#head += 1;
    if (this.#head >= 1_000) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return next;
  }
}
