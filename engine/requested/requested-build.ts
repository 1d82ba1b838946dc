import type { Archive } from '#core/archive/archive.ts';
import { BuildFailure, failedBuildOf, isFinal } from '#core/archive/reports/build-failure.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf, type ErrorCode, type SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { isGone } from '#engine/requested/gone-execution.ts';

export interface BuildRequestPorts {
  readonly archive: Pick<Archive, 'list' | 'get'>;
  readonly requests: IdempotencyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: RandomId;
}

/** Something that another program builds from an execution, and puts into the archive. */
export interface BuildRequest {
  /** The keys of its objects begin with this name and a dot. */
  readonly name: string;
  /** The code of a build that ended without a word. */
  readonly unavailable: ErrorCode;
  /**
   * Hands the build over, and does not wait for its end.
   * @param build names this attempt
   */
  readonly start: (build: string) => Promise<void>;
}

/** The state of a build that has left no result. */
export type BuildState =
  | { readonly is: 'running'; readonly since: number }
  | {
      readonly is: 'failed';
      readonly failure: BuildFailure;
      /** Time from which a request has it built again (epoch ms); null: never. */
      readonly again: number | 'tomorrow' | null;
    };

/** Time after which a build without object and reason is dead: a function has 15 minutes. */
export const BUILD_MS = 16 * 60_000;
/** Time for which requests are answered with a failure before one starts another build. */
export const TOLD_MS = 60_000;
/** Builds of one thing that are begun in a day (`REMEMBERED_MS`). */
export const MOST_BUILDS = 3;

/**
 * The claim of a build.
 * @param n from 1 to MOST_BUILDS
 */
export const claimOf = (name: string, n: number) => ({
  owner: '', // no user's name: their keys are apart
  key: `build ${name} ${n}`,
});

/** Has something built that is missing: of all that request it at once, one starts the build. */
export async function requestBuild(ports: BuildRequestPorts, request: BuildRequest): Promise<BuildState> {
  const { name, unavailable, start } = request;
  const now = ports.clock.now();
  const failures = await failuresOf(ports.archive, name);
  const last = failures.at(-1);
  const failure = last === undefined ? null : parsed(await ports.archive.get(last.key));
  if (failure !== null && (isFinal(failure) || now - failure.at < TOLD_MS)) return failed(failure);
  for (let n = 1; n <= MOST_BUILDS; n++) {
    const build = `${now}-${ports.random()}`;
    const claim = { fingerprint: sha256Hex(name), result: build };
    const { result } = await ports.requests.claim({ ...claimOf(name, n), now }, claim);
    if (result === build) await start(build);
    const since = Number.parseInt(result, 10);
    if (failures.some((one) => one.build === result)) continue;
    if (now - since < BUILD_MS) return { is: 'running', since };
    if (now - since < BUILD_MS + TOLD_MS) return failed(silent(unavailable, since));
  }
  return { is: 'failed', failure: failure ?? silent(unavailable, now), again: 'tomorrow' };
}

/** Ports of `recordFailure`. */
export interface FailurePorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly archive: Pick<Archive, 'put' | 'delete'>;
}

/** Writes down why a build failed, where requests find it; not where the execution is deleted. */
export async function recordFailure(
  { catalog, archive }: FailurePorts,
  { id, key, failure }: { readonly id: ExecutionId; readonly key: string; readonly failure: BuildFailure },
): Promise<void> {
  await archive.put(key, [Buffer.from(JSON.stringify(failure))]);
  if (await isGone(catalog, id)) await archive.delete([key]);
}

/**
 * Cause of a failed build, for those who requested it: only a log has the words of an error that is
 * not a SurfError.
 */
export function failureOf(error: unknown, { at, unavailable }: { at: number; unavailable: ErrorCode }): BuildFailure {
  const code = codeOf(error);
  if (code === undefined) {
    const message = 'the function that builds it failed; its log says why';
    return { at, code: unavailable, message, remedy: null };
  }
  const { message, remedy = null } = error as SurfError;
  return { at, code, message, remedy };
}

/** Builds that failed, the oldest first: their names begin with when they started. */
async function failuresOf(
  archive: BuildRequestPorts['archive'],
  name: string,
): Promise<{ readonly key: string; readonly build: string }[]> {
  const found: { key: string; build: string }[] = [];
  for await (const { key } of archive.list(name.slice(0, name.lastIndexOf('/') + 1))) {
    const build = failedBuildOf(name, key);
    if (build !== null) found.push({ key, build });
  }
  return found;
}

const parsed = (bytes: Uint8Array): BuildFailure => BuildFailure.parse(JSON.parse(Buffer.from(bytes).toString()));

const failed = (failure: BuildFailure): BuildState => ({
  is: 'failed',
  failure,
  again: isFinal(failure) ? null : failure.at + TOLD_MS,
});

const silent = (code: ErrorCode, since: number): BuildFailure => ({
  at: since + BUILD_MS,
  code,
  remedy: null,
  message: 'the function ended without a result: it ran out of time or memory, or AWS did not start it',
});
