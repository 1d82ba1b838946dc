import type { Archive } from '#core/archive/archive.ts';
import { linesObject } from '#core/archive/reports/report-names.ts';
import { linesOf } from '#core/bytes/json-lines.ts';
import { nullOn, type SurfError } from '#core/error.ts';
import { type BuildWords, buildProblem } from '#engine/requested/build-problem.ts';
import { type BuildRequest, type BuildRequestPorts, requestBuild } from '#engine/requested/requested-build.ts';

/** Lines of one report, before they are compressed: they are in memory. */
export const MOST_BUILT_BYTES = 64 * 1024 * 1024;

export interface RequestedLinesPorts extends BuildRequestPorts {
  readonly archive: Pick<Archive, 'get' | 'list'>;
  /** Most bytes of an answer; null: no limit. */
  readonly mostBytes: number | null;
}

/** A report of lines that another program makes. */
export interface LinesRequest extends BuildRequest {
  readonly words: BuildWords;
  readonly isWanted: (line: string) => boolean;
  /** The error where the answer has more bytes than `mostBytes`. */
  readonly tooLong: () => SurfError;
}

/**
 * Has another program make a report of ended executions, and reads what it left in the archive.
 * @returns lines; reading them throws the SurfError of `words.running`, the reason why a report
 * failed, or `tooLong`
 */
export async function* requestedLines(ports: RequestedLinesPorts, request: LinesRequest): AsyncGenerator<string> {
  const bytes = await nullOn('OBJECT_NOT_FOUND', ports.archive.get(linesObject(request.name)));
  if (bytes === null) throw buildProblem(await requestBuild(ports, request), request.words);
  let left = ports.mostBytes ?? Number.POSITIVE_INFINITY;
  for (const line of linesOf(bytes, { maxBytes: MOST_BUILT_BYTES })) {
    if (!request.isWanted(line)) continue;
    left -= Buffer.byteLength(line) + 1;
    if (left < 0) throw request.tooLong();
    yield `${line}\n`;
  }
}
