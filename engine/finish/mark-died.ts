import type { UnitTicket } from '#core/archive/plan.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';

export interface MarkDiedPorts {
  readonly units: Pick<UnitStore, 'markDied'>;
  readonly catalog: Pick<Catalog, 'addEvents'>;
  readonly hosts: Pick<HostStore, 'endLeases'>;
  readonly clock: Clock;
}

const MOST_TEXT = 500;

/** Facts about a death. */
export interface Death {
  /** Its first line goes into the history. */
  readonly why: string;
  /**
   * True if the worker can no longer send a request; then nobody waits for the end of its leases.
   */
  readonly isCertain: boolean;
}

/**
 * Notes that the worker of a unit is gone, if it had begun: its unreported tasks are planned again
 * in halves, its hosts are free.
 */
export async function markDied(ports: MarkDiedPorts, of: Omit<UnitTicket, 'plan'>, death: Death): Promise<void> {
  const { execution, wave, unit } = of;
  await ports.units.markDied({ execution, wave, unit });
  if (death.isCertain) await ports.hosts.endLeases(`${execution}/${wave}/${unit}`, ports.clock.now());
  const text = `unit ${unit} of wave ${wave} died: ${death.why.split('\n', 1)[0]}`.slice(0, MOST_TEXT);
  await ports.catalog.addEvents(execution, [
    { once: `died-${wave}-${unit}`, at: ports.clock.now(), type: 'died', text },
  ]);
}
