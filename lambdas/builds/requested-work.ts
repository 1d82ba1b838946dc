import { failureKey } from '#core/archive/reports/build-failure.ts';
import { codeOf, type ErrorCode } from '#core/error.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type FileSizePorts, keepFileSizes } from '#engine/requested/keep-file-sizes.ts';
import { type FailurePorts, failureOf, recordFailure } from '#engine/requested/requested-build.ts';
import type { Fields, Telemetry } from '../telemetry/telemetry.ts';

export interface RequestedWorkPorts {
  readonly source: FailurePorts & FileSizePorts & { readonly clock: Pick<Clock, 'now'> };
  readonly telemetry: Pick<Telemetry, 'line' | 'problem'>;
}

/** A build that somebody requested. */
export interface RequestedWork {
  /** The execution whose objects are built. */
  readonly id: ExecutionId;
  /** Name of this attempt. */
  readonly attempt: string;
  readonly build: () => Promise<void>;
  /**
   * Name under which requests look for it.
   * @throws SurfError EXECUTION_NOT_FOUND: a failed build of a deleted one is not reported
   */
  readonly name: () => Promise<string>;
  /** Code for an internal fault. */
  readonly unavailable: ErrorCode;
  /** Log messages for success and failure. */
  readonly log: { readonly built: string; readonly not: string; readonly fields: Fields };
}

/** Builds what was requested, or records the failure. */
export async function doRequested({ source, telemetry }: RequestedWorkPorts, work: RequestedWork): Promise<void> {
  const { log, unavailable } = work;
  try {
    await work.build();
    telemetry.line(log.built, log.fields);
  } catch (error) {
    telemetry.problem(log.not, { ...log.fields, code: codeOf(error) ?? null }, error);
    const failure = failureOf(error, { at: source.clock.now(), unavailable });
    await recordFailure(source, { id: work.id, key: failureKey(await work.name(), work.attempt), failure });
    return;
  }
  const row = await source.catalog.execution(work.id).catch(() => null); // it was deleted, or the next file counts
  if (row !== null) await keepFileSizes(source, row);
}
