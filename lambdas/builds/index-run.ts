import * as z from 'zod';
import { searchName } from '#core/archive/object-keys.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import type { RequestedBuild } from '#engine/search/requested-builds.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BuildName } from './build-name.ts';
import { doRequested } from './requested-work.ts';

/** Event from the API's function. */
export const IndexTicket = z.object({
  execution: ExecutionId,
  wave: z.int().nonnegative(),
  build: BuildName,
});
export type IndexTicket = z.infer<typeof IndexTicket>;

/** Sends builds as tickets. */
export const indexBy =
  (hand: (ticket: IndexTicket) => Promise<void>) =>
  ({ id, wave, build }: RequestedBuild): Promise<void> =>
    hand({ execution: id, wave, build });

export interface IndexRunParts {
  readonly source: ExportSource;
  readonly build: IndexBuild;
  readonly telemetry: Telemetry;
}

/** Builds the index of an execution, or records the failure. */
export function indexRun({ source, build, telemetry }: IndexRunParts, ticket: IndexTicket): Promise<void> {
  const { execution, wave } = ticket;
  return doRequested(
    { source, telemetry },
    {
      id: execution,
      attempt: ticket.build,
      unavailable: 'SEARCH_UNAVAILABLE',
      build: async () => (await build(source, { id: execution, wave })).close(),
      name: async () => searchName(execution, wave),
      log: { built: 'index built', not: 'index not built', fields: { execution, wave } },
    },
  );
}
