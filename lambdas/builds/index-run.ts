import * as z from 'zod';
import { searchName } from '#core/archive/object-keys.ts';
import { failureKey } from '#core/archive/reports/build-failure.ts';
import { codeOf } from '#core/error.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { failureOf, recordFailure } from '#engine/requested/requested-build.ts';
import type { RequestedBuild } from '#engine/search/requested-builds.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { BuildName } from './build-name.ts';

/** What the API's function hands over. */
export const IndexTicket = z.object({
  execution: ExecutionId,
  wave: z.int().nonnegative(),
  build: BuildName,
});
export type IndexTicket = z.infer<typeof IndexTicket>;

/** Hands builds over as tickets. */
export const indexBy =
  (hand: (ticket: IndexTicket) => Promise<void>) =>
  ({ id, wave, build }: RequestedBuild): Promise<void> =>
    hand({ execution: id, wave, build });

export interface IndexRunParts {
  readonly source: ExportSource;
  readonly build: IndexBuild;
  readonly telemetry: Telemetry;
}

/** Builds the index of an execution, or writes down why not. */
export async function indexRun({ source, build, telemetry }: IndexRunParts, ticket: IndexTicket): Promise<void> {
  const { execution, wave } = ticket;
  try {
    const segment = await build(source, { id: execution, wave });
    segment.close();
    telemetry.line('index built', { execution, wave });
  } catch (error) {
    telemetry.problem('index not built', { execution, wave, code: codeOf(error) ?? null }, error);
    const failure = failureOf(error, { at: source.clock.now(), unavailable: 'SEARCH_UNAVAILABLE' });
    const key = failureKey(searchName(execution, wave), ticket.build);
    await recordFailure(source, { id: execution, key, failure });
  }
}
