import { markDied } from '#engine/mark-died.ts';
import { DiedEvent, NOT_STARTED } from './died-event.ts';
import { METRIC } from './metrics.env.ts';
import { openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** What an iteration of the map caught → the unit's mark and a line of the history. */
export const handler = async (event: unknown): Promise<void> => {
  try {
    const { ticket, error } = DiedEvent.parse(event);
    telemetry.count({ [error === NOT_STARTED ? METRIC.unitsNotStarted : METRIC.unitsDied]: 1 });
    await markDied(open(), ticket, error);
    telemetry.line('unit died', { execution: ticket.execution, wave: ticket.wave, unit: ticket.unit, error });
  } finally {
    telemetry.flush();
  }
};
