import type { UnitTicket } from '#core/archive/plan.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Clock } from '#core/execution/clock.ts';
import type { UnitBook } from '#core/execution/unit-book.ts';

export interface MarkDiedPorts {
  readonly units: Pick<UnitBook, 'markDied'>;
  readonly catalog: Pick<Catalog, 'addEvents'>;
  readonly clock: Clock;
}

const MOST_TEXT = 500;

/** Notes that the worker of a unit is gone, if it had begun: its unreported tasks are planned again in halves. @param why its first line goes into the history */
export async function markDied(ports: MarkDiedPorts, of: Omit<UnitTicket, 'plan'>, why: string): Promise<void> {
  const { execution, wave, unit } = of;
  await ports.units.markDied(execution, wave, unit);
  const text = `unit ${unit} of wave ${wave} died: ${why.split('\n', 1)[0]}`.slice(0, MOST_TEXT);
  await ports.catalog.addEvents(execution, [
    { once: `died-${wave}-${unit}`, at: ports.clock.now(), type: 'died', text },
  ]);
}
