import { addUsage, NO_USAGE, type Usage } from '#core/cost/usage.ts';

/** Collects what one invocation uses. Shared by the metered ports of that invocation. */
export class Meter {
  #taken: Usage = NO_USAGE;
  #since: Usage = NO_USAGE;

  add(used: Partial<Usage>): void {
    this.#since = addUsage(this.#since, { ...NO_USAGE, ...used });
  }

  /** Usage since the meter was made. */
  total(): Usage {
    return addUsage(this.#taken, this.#since);
  }

  /** Usage since the last `take`: each use is in exactly one answer. */
  take(): Usage {
    const taken = this.#since;
    this.#taken = addUsage(this.#taken, taken);
    this.#since = NO_USAGE;
    return taken;
  }
}
