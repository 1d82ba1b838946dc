import * as z from 'zod';
import { searchName } from '#core/archive/object-keys.ts';
import { codeOf, type SurfError } from '#core/error.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { type BuildFailure, failureKey } from '#core/search/build-failure.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { type RequestedBuild, recordFailure } from '#engine/search/requested-builds.ts';
import type { IndexBuild } from '#engine/search/search-execution.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What the API's function hands over. */
export const IndexTicket = z.object({
  execution: ExecutionId,
  wave: z.int().nonnegative(),
  build: z.string().regex(/^\d{13}-[0-9a-z]{1,40}$/),
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
    const key = failureKey(searchName(execution, wave), ticket.build);
    await recordFailure(source, { id: execution, key, failure: failureOf(error, source.clock.now()) });
  }
}

/** Only the log has the words of an error that is not a SurfError. */
function failureOf(error: unknown, at: number): BuildFailure {
  const code = codeOf(error);
  if (code === undefined) {
    const message = 'something went wrong in the function that builds it; its log says what';
    return { at, code: 'SEARCH_UNAVAILABLE', message, remedy: null };
  }
  const { message, remedy = null } = error as SurfError;
  return { at, code, message, remedy };
}
