import type { Archive } from '#core/archive/archive.ts';
import { reportsPrefix } from '#core/archive/object-keys.ts';
import { exportName, exportNameIn, exportObject } from '#core/archive/reports/report-names.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { exportFileOf } from '#engine/export/export-execution.ts';
import type { FormatName } from '#engine/export/formats.ts';
import { type ExportOptions, USUAL_OPTIONS } from '#engine/export/job/export-job.ts';
import type { ExportFileRequest, FindFile } from '#engine/export-file/export-file.ts';
import { MOST_FILES, takePlace } from '#engine/export-file/file-places.ts';
import { type BuildWords, buildProblem } from '#engine/requested/build-problem.ts';
import { endedExecution } from '#engine/requested/ended-execution.ts';
import { type BuildRequestPorts, requestBuild } from '#engine/requested/requested-build.ts';

/** Options that people choose; the rest is found while an export is made. */
export type ChosenOptions = Omit<ExportOptions, 'only' | 'copies'>;

/** A file that another program makes. */
export interface RequestedFile extends ExportFileRequest {
  readonly options: ChosenOptions;
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedFilePorts extends BuildRequestPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedFile) => Promise<void>;
}

const WORDS: BuildWords = { running: 'EXPORT_RUNNING', what: 'the export' };

/**
 * Has another program export ended executions, and finds the objects that it left in the archive.
 * @returns rejects with SurfError EXPORT_RUNNING, the reason why an export failed, STATE_CONFLICT
 * for an execution that has not ended, ANSWER_TOO_LARGE for one with too many files
 */
export const requestedFile =
  (ports: RequestedFilePorts): FindFile =>
  async ({ options, ...request }) => {
    const chosen = { ...request, options: chosenOf({ ...USUAL_OPTIONS, ...options }) };
    const name = await fileNameOf(ports.catalog, chosen);
    const { id } = request;
    const { file, names } = await kept(ports.archive, { id, object: exportObject(name) });
    if (file !== null) return file;
    const place = { id, name, kept: names.size, now: ports.clock.now() };
    if (!names.has(name) && !(await takePlace(ports.requests, place))) throw tooMany(request);
    const state = await requestBuild(ports, {
      name,
      unavailable: 'EXPORT_UNAVAILABLE',
      start: (build) => ports.start({ ...chosen, build }),
    });
    throw buildProblem(state, WORDS);
  };

/**
 * The name of the file in the archive: another question has another name.
 * @throws SurfError STATE_CONFLICT for an execution that has not ended, EXECUTION_NOT_FOUND
 */
export async function fileNameOf(
  catalog: Pick<Catalog, 'execution'>,
  request: Omit<RequestedFile, 'build'>,
): Promise<string> {
  const { id, since, format, options } = request;
  const words = { does: 'exports', instead: `${commandOf(request)}, which makes the file on your machine` } as const;
  const { fileName } = exportFileOf(request);
  const row = await endedExecution(catalog, id, words);
  const earlier = since === undefined ? null : await endedExecution(catalog, since, words);
  const { part, ...others } = chosenOf(options);
  const named = part === 'main' ? others : { ...others, part }; // files of earlier versions keep their names
  return exportName(row, { format, fileName, options: named, since: earlier });
}

/** Always in this order, as the name is made of it. */
const chosenOf = ({
  byTarget,
  explicitPorts,
  threshold,
  columns,
  part,
  fitTokens,
  chunkTokens,
  skipsNear,
}: ChosenOptions) => ({
  byTarget,
  explicitPorts,
  threshold,
  columns,
  part,
  fitTokens,
  chunkTokens,
  skipsNear,
});

/** @returns the file, if it is kept; else the names of all that were made, or could not be made */
async function kept(
  archive: Pick<Archive, 'list'>,
  { id, object }: { readonly id: ExecutionId; readonly object: string },
) {
  const names = new Set<string>();
  for await (const { key, bytes } of archive.list(reportsPrefix(id))) {
    if (key === object) return { file: { object, bytes }, names };
    const name = exportNameIn(key);
    if (name !== null) names.add(name);
  }
  return { file: null, names };
}

interface Named {
  readonly id: ExecutionId;
  readonly format: FormatName;
}

/** Makes the same from the archive, on the user's machine. */
export const commandOf = ({ id, format }: Named): string => `surf export ${id} --format ${format} --out FILE --api URL`;

const tooMany = (named: Named): SurfError =>
  new SurfError('ANSWER_TOO_LARGE', `a deployment keeps and makes ${MOST_FILES} exports of one execution`, {
    remedy: `run ${commandOf(named)}, which makes the file on your machine`,
  });
