import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import { METRIC } from '../telemetry/metrics.env.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/**
 * Time left for the last chunk when the unit's time is over;
 * infra/constructs/functions/unit-workers.ts adds it to the function's timeout.
 */
export const RESERVE_MS = 60_000;

export interface CrawlTicketParts {
  readonly ports: WorkerPorts;
  readonly telemetry: Telemetry;
  /** Milliseconds until Lambda ends this invocation. */
  readonly remainingMs: number;
}

/** Answer of a worker about its unit. It only decides who closes the wave. */
export interface UnitAnswer {
  /** Compressed bytes of its chunks' lines; a link has at least sixteen. */
  readonly lineBytes: number;
}

/** Crawls one unit within the time that Lambda leaves, and logs one line about it. */
export async function crawlTicket(parts: CrawlTicketParts, ticket: UnitTicket): Promise<UnitAnswer> {
  const { telemetry, remainingMs } = parts;
  let lineBytes = 0;
  const ports = {
    ...parts.ports,
    archive: told(parts.ports.archive, (bytes) => {
      lineBytes += bytes;
    }),
  };
  const { execution, wave, unit } = ticket;
  const begunAt = ports.clock.monotonic();
  const mostMs = Math.max(1, remainingMs - RESERVE_MS);
  const work = await crawlUnit(ports, ticket, { mostMs, paidByTime: true });
  const ms = Math.round(ports.clock.monotonic() - begunAt);
  if (work !== null) telemetry.count({ [METRIC.units]: 1 });
  telemetry.line('unit', { execution, wave, unit, ms, ...(work ?? { begun: false }) });
  return { lineBytes };
}

/** The archive. It reports the bytes of stored lines to `tell`. */
const told = (archive: Archive, tell: (bytes: number) => void): Archive => ({
  put(key, parts) {
    if (key.endsWith(CHUNK_SUFFIX.lines)) tell(parts.reduce((sum, { length }) => sum + length, 0));
    return archive.put(key, parts);
  },
  get: (key) => archive.get(key),
  range: (key, offset, length) => archive.range(key, offset, length),
  list: (prefix) => archive.list(prefix),
  delete: (keys) => archive.delete(keys),
});
