import type { Context } from 'aws-lambda';
import { UnitTicket } from '#core/archive/plan.ts';
import { crawlTicket } from './crawl-ticket.ts';
import { openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** Item of the map → chunks in the archive. Returns nothing that decides: a unit's result is what it wrote. */
export const handler = async (event: unknown, context: Context): Promise<void> => {
  try {
    const remainingMs = context.getRemainingTimeInMillis();
    await crawlTicket({ ports: open(), telemetry, remainingMs }, UnitTicket.parse(event));
  } finally {
    telemetry.flush();
  }
};
