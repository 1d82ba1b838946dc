import type { Plan } from '#core/archive/plan.ts';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { FEW_HOSTS_PATIENCE_MS, fewHosts } from '#core/cost/worker-size.ts';
import type { Clock } from '#core/model/clock.ts';
import { isSpaced } from '#core/politeness/politeness.ts';
import type { UnitCancellation } from '#engine/crawl-unit/unit/unit-cancellation.ts';

interface FewHostsParts {
  readonly clock: Clock;
  readonly halt: UnitCancellation;
  /** Hosts of the unit. */
  readonly hosts: number;
}

/** @returns null where waiting costs nothing more than it must */
export function fewHostsEnd({
  plan,
  paidByTime,
  ...parts
}: FewHostsParts & { readonly plan: Plan; readonly paidByTime: boolean }): FewHostsEnd | null {
  const { hostsPerWorker, politeness } = plan.workflow;
  const few = fewHosts(Math.min(parts.hosts, hostsPerWorker), politeness.delaySeconds);
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
