import { duplicatesName } from '#core/archive/reports/report-names.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { DuplicatesRequest, FindDuplicates } from '#engine/duplicate-list/duplicate-lines.ts';
import type { BuildWords } from '#engine/requested/build-problem.ts';
import { endedExecution } from '#engine/requested/ended-execution.ts';
import { type RequestedLinesPorts, requestedLines } from '#engine/requested/requested-lines.ts';

/** Groups that another program finds. */
export interface RequestedDuplicates extends DuplicatesRequest {
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedDuplicatesPorts extends RequestedLinesPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedDuplicates) => Promise<void>;
}

const WORDS: BuildWords = { running: 'DUPLICATES_RUNNING', what: 'the list of near duplicates' };

/**
 * Has another program compare the texts of an ended execution, and reads what it left in the
 * archive.
 * @returns lines; reading them throws SurfError DUPLICATES_RUNNING, the reason why it failed,
 * STATE_CONFLICT for an execution that has not ended, ANSWER_TOO_LARGE
 */
export const requestedDuplicates = (ports: RequestedDuplicatesPorts): FindDuplicates =>
  async function* lines({ id, by, threshold, against }) {
    const asked = { id, by, threshold, ...(against !== undefined && { against }) };
    yield* requestedLines(ports, {
      name: await duplicatesNameOf(ports.catalog, asked),
      unavailable: 'DUPLICATES_UNAVAILABLE',
      start: (build) => ports.start({ ...asked, build }),
      words: WORDS,
      isWanted: () => true,
      tooLong: () => tooManyDuplicates(id),
    });
  };

/**
 * The name of the lines in the archive.
 * @throws SurfError STATE_CONFLICT for an execution that has not ended, EXECUTION_NOT_FOUND
 */
export async function duplicatesNameOf(
  catalog: Pick<Catalog, 'execution'>,
  { id, by, threshold, against }: DuplicatesRequest,
): Promise<string> {
  const words = { does: 'compares the texts of', instead: localDuplicates(id) } as const;
  const row = await endedExecution(catalog, id, words);
  const earlier = against === undefined ? null : await endedExecution(catalog, against, words);
  return duplicatesName(row, { by, threshold, earlier });
}

const localDuplicates = (id: ExecutionId): string =>
  `surf duplicates ${id} --api URL, which reads the archive from your machine`;

/** Error for a site with too many pages in groups. */
export const tooManyDuplicates = (id: ExecutionId): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'the groups have more pages than a deployment returns in one answer', {
    remedy: `with by=text, give a higher threshold, or run ${localDuplicates(id)}`,
  });
