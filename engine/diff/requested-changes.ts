import type { Archive } from '#core/archive/archive.ts';
import { linesOf } from '#core/bytes/json-lines.ts';
import { changesName, changesObject } from '#core/diff/comparison-names.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { isOver } from '#core/notify/execution-news.ts';
import type { DiffLine } from '#engine/diff/diff-executions.ts';
import type { DiffRequest, FindChanges } from '#engine/diff/diff-lines.ts';
import { type BuildWords, buildProblem } from '#engine/requested/build-problem.ts';
import { type BuildRequestPorts, requestBuild } from '#engine/requested/requested-build.ts';

/** A comparison that another program makes. */
export interface RequestedChanges extends Required<Omit<DiffRequest, 'kind'>> {
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedChangesPorts extends BuildRequestPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly archive: Pick<Archive, 'get' | 'list'>;
  /** Most bytes of an answer; null: any number. */
  readonly mostBytes: number | null;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedChanges) => Promise<void>;
}

/** Lines of one comparison, before they are compressed: they are in memory. */
export const MOST_BUILT_BYTES = 64 * 1024 * 1024;

const WORDS: BuildWords = {
  ...{ running: 'COMPARISON_RUNNING', what: 'the comparison', made: 'made' },
  ...{ ask: 'ask', takes: 'a thousand pages that changed take about ten' },
};

/**
 * Has another program compare ended executions, and reads what it left in the archive.
 * @returns lines; reading them throws SurfError COMPARISON_RUNNING, the reason why a comparison
 * failed, STATE_CONFLICT for an execution that has not ended, ANSWER_TOO_LARGE
 */
export const requestedChanges = (ports: RequestedChangesPorts): FindChanges =>
  async function* lines({ before, after, kind, by = 'text' }) {
    const name = await changesNameOf(ports.catalog, { before, after, by });
    const bytes = await found(ports.archive, changesObject(name));
    if (bytes === null) {
      const start = (build: string): Promise<void> => ports.start({ before, after, by, build });
      throw buildProblem(await requestBuild(ports, { name, unavailable: 'COMPARISON_UNAVAILABLE', start }), WORDS);
    }
    let left = ports.mostBytes ?? Number.POSITIVE_INFINITY;
    for (const line of linesOf(bytes, { maxBytes: MOST_BUILT_BYTES })) {
      if (!isWanted(line, kind)) continue;
      left -= Buffer.byteLength(line) + 1;
      if (left < 0) throw tooLong({ before, after });
      yield `${line}\n`;
    }
  };

/**
 * The name of the lines in the archive.
 * @throws SurfError STATE_CONFLICT for an execution that has not ended, EXECUTION_NOT_FOUND
 */
export async function changesNameOf(
  catalog: Pick<Catalog, 'execution'>,
  { by, ...ids }: Omit<RequestedChanges, 'build'>,
): Promise<string> {
  const [before, after] = [await catalog.execution(ids.before), await catalog.execution(ids.after)];
  const open = [before, after].find((row) => !isOver(row));
  if (open === undefined) return changesName({ before, after }, by);
  throw new SurfError('STATE_CONFLICT', `execution ${open.id} is ${open.status}: a deployment compares ended ones`, {
    remedy: `wait for its end, or run surf diff ${ids.before} ${ids.after} --api URL, which compares on your machine`,
  });
}

async function found(archive: Pick<Archive, 'get'>, key: string): Promise<Uint8Array | null> {
  try {
    return await archive.get(key);
  } catch (error) {
    if (codeOf(error) === 'OBJECT_NOT_FOUND') return null;
    throw error;
  }
}

const isWanted = (line: string, kind: DiffRequest['kind']): boolean => {
  if (kind === undefined) return true;
  const parsed = JSON.parse(line) as DiffLine;
  return parsed.type === 'summary' || parsed.kind === kind;
};

/** Of two executions that differ in too many pages. */
export const tooLong = ({ before, after }: { before: ExecutionId; after: ExecutionId }): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', 'more pages differ than a deployment tells in one answer', {
    remedy: `ask for one kind; or run surf diff ${before} ${after} --api URL, which compares on your machine`,
  });
