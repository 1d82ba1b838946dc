import { changesName } from '#core/archive/reports/report-names.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { DiffLine } from '#engine/diff/diff-executions.ts';
import type { DiffRequest, FindChanges } from '#engine/diff/diff-lines.ts';
import type { BuildWords } from '#engine/requested/build-problem.ts';
import { endedExecution } from '#engine/requested/ended-execution.ts';
import { type RequestedLinesPorts, requestedLines } from '#engine/requested/requested-lines.ts';

/** A comparison that another program makes. */
export interface RequestedChanges extends Required<Omit<DiffRequest, 'kind'>> {
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedChangesPorts extends RequestedLinesPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedChanges) => Promise<void>;
}

const WORDS: BuildWords = { running: 'COMPARISON_RUNNING', what: 'the comparison', pages: 'pages that changed' };

/**
 * Has another program compare ended executions, and reads what it left in the archive.
 * @returns lines; reading them throws SurfError COMPARISON_RUNNING, the reason why a comparison
 * failed, STATE_CONFLICT for an execution that has not ended, ANSWER_TOO_LARGE
 */
export const requestedChanges = (ports: RequestedChangesPorts): FindChanges =>
  async function* lines({ before, after, kind, by = 'text', links = false }) {
    yield* requestedLines(ports, {
      name: await changesNameOf(ports.catalog, { before, after, by, links }),
      unavailable: 'COMPARISON_UNAVAILABLE',
      start: (build) => ports.start({ before, after, by, links, build }),
      words: WORDS,
      isWanted: (line) => isWanted(line, kind),
      tooLong: () => tooLong({ before, after }),
    });
  };

/**
 * The name of the lines in the archive.
 * @throws SurfError STATE_CONFLICT for an execution that has not ended, EXECUTION_NOT_FOUND
 */
export async function changesNameOf(
  catalog: Pick<Catalog, 'execution'>,
  { by, links, ...ids }: Omit<RequestedChanges, 'build'>,
): Promise<string> {
  const words = { does: 'compares', instead: localDiff(ids) } as const;
  const before = await endedExecution(catalog, ids.before, words);
  const after = await endedExecution(catalog, ids.after, words);
  return changesName({ before, after }, { by, links });
}

const localDiff = ({ before, after }: Pick<RequestedChanges, 'before' | 'after'>): string =>
  `surf diff ${before} ${after} --api URL, which compares on your machine`;

const isWanted = (line: string, kind: DiffRequest['kind']): boolean => {
  if (kind === undefined) return true;
  const parsed = JSON.parse(line) as DiffLine;
  return parsed.type === 'summary' || parsed.kind === kind;
};

/** Error for two executions that differ in too many pages. */
export const tooLong = (ids: Pick<RequestedChanges, 'before' | 'after'>): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'more pages differ than a deployment returns in one answer', {
    remedy: `request one kind, or run ${localDiff(ids)}`,
  });
