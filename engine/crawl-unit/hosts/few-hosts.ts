import type { Plan } from '#core/archive/plan.ts';
import { MANY_HOSTS, WORKER_MEMORY } from '#core/cost/lambda.ts';
import type { Clock } from '#core/model/clock.ts';
import { isSpaced } from '#core/politeness/politeness.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

/** Of the hosts that a worker has in flight, so many are few. */
const FEW_SHARE = 1 / 4;
/**
 * So long a worker waits for few hosts. Another wave costs what 1,024 MB cost in about so long: the
 * worker never pays more than twice what it must (ski rental).
 */
export const FEW_HOSTS_PATIENCE_MS = 15_000;

/** Hosts below which it does not pay to wait with much memory; 0: this worker has only few. */
export const fewHosts = (inFlight: number): number =>
  inFlight < MANY_HOSTS ? 0 : Math.max(MANY_HOSTS, Math.floor(inFlight * FEW_SHARE));

interface FewHostsParts {
  readonly clock: Clock;
  readonly halt: UnitCancellation;
  /** Of the unit. */
  readonly hosts: number;
}

/** @returns null where waiting costs nothing more than it must */
export function fewHostsEnd({
  plan,
  paidByTime,
  ...parts
}: FewHostsParts & { readonly plan: Plan; readonly paidByTime: boolean }): FewHostsEnd | null {
  const { hostsPerWorker, politeness } = plan.workflow;
  const few = fewHosts(Math.min(parts.hosts, hostsPerWorker));
  const pays = paidByTime && plan.memoryMb > WORKER_MEMORY.fewHostsMb && isSpaced(politeness);
  return pays && few > 0 ? new FewHostsEnd(parts, few) : null;
}

/**
 * Ends a unit for which it does not pay to wait: it has memory for many hosts, and few are left.
 * Their tasks go to the next wave, where they share a worker with others, or have a smaller one.
 */
export class FewHostsEnd {
  readonly #parts: FewHostsParts;
  readonly #few: number;
  readonly #over = new AbortController();
  #left: number;

  /** @param few the unit ends soon after fewer hosts than this are left */
  constructor(parts: FewHostsParts, few: number) {
    this.#parts = parts;
    this.#few = few;
    this.#left = parts.hosts;
  }

  /** A host has no task left. */
  hostEnded(): void {
    this.#left -= 1;
    if (this.#left === this.#few - 1) void this.#endSoon();
  }

  /** The unit is over. */
  stop(): void {
    this.#over.abort();
  }

  async #endSoon(): Promise<void> {
    const { clock, halt } = this.#parts;
    await clock.sleep(FEW_HOSTS_PATIENCE_MS, this.#over.signal);
    if (!this.#over.signal.aborted && halt.cause === null) halt.stopStarts('few-hosts');
  }
}
