import { type VisitWindow, windowState, windowText } from '#core/politeness/visits/visit-window.ts';

/**
 * A visit window as a crawl reads it: before each request, at increasing instants. Looks at the
 * clocks of the zone only when they matter.
 */
export class VisitHours {
  readonly #window: VisitWindow | null;
  #from = 0;
  #until = 0;
  #open = true;

  /** @param window null: always open */
  constructor(window: VisitWindow | null) {
    this.#window = window;
  }

  /** Cause of a wait, in words: `outside of 22:00-06:00 UTC`. */
  get cause(): string {
    return this.#window === null ? '' : `outside of ${windowText(this.#window)}`;
  }

  /** May a request start at `now` (epoch ms)? */
  isOpen(now: number): boolean {
    return this.opensAt(now) <= now;
  }

  /** Earliest start of the next request: `now` itself, or the next opening (epoch ms). */
  opensAt(now: number): number {
    if (this.#window === null) return now;
    if (now < this.#from || now >= this.#until) {
      const { open, changesAt } = windowState(this.#window, now);
      this.#open = open;
      this.#from = now;
      this.#until = changesAt;
    }
    return this.#open ? now : this.#until;
  }
}
