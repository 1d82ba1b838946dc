import type { UnitTicket } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/**
 * Reads the execution row and halts the unit when it is no longer wanted: `closed` when the row's
 * wave or plan is another, `stop` when the user asked to pause or stop.
 */
export class ExecutionPoller {
  readonly #ticket: UnitTicket;
  readonly #read: () => Promise<Execution>;
  readonly #halt: UnitCancellation;
  #begun = 0;
  #done = 0;
  #reading: Promise<void> | null = null;
  #owner: string | undefined;

  /** @param read reads the row */
  constructor(ticket: UnitTicket, read: () => Promise<Execution>, halt: UnitCancellation) {
    this.#ticket = ticket;
    this.#read = read;
    this.#halt = halt;
  }

  /** Owner of the execution at the last read; undefined: the person at this machine. */
  get owner(): string | undefined {
    return this.#owner;
  }

  /** A mark for `since`: a read that begins after it is newer than this moment. */
  mark(): number {
    return this.#begun;
  }

  /** Has a read that began after `mark` ended? */
  has(mark: number): boolean {
    return this.#done > mark;
  }

  /** Waits for a read that began after `mark`; callers at one time share it. */
  async since(mark: number): Promise<void> {
    while (!this.has(mark)) await (this.#reading ?? this.look());
  }

  /** Reads the row, or joins the read in progress. */
  look(): Promise<void> {
    this.#reading ??= this.#look().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #look(): Promise<void> {
    this.#begun += 1;
    const number = this.#begun;
    const row = await this.#read();
    this.#owner = row.owner;
    if (row.wave !== this.#ticket.wave || row.plan !== this.#ticket.plan) this.#halt.close();
    else if (row.desired !== 'run') this.#halt.stopStarts('stop');
    this.#done = number;
  }
}
