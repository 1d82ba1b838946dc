import type { Archive } from '#core/archive/archive.ts';
import { searchName, searchPrefix } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { SurfError } from '#core/error.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import { BuildFailure, failedBuildOf, isFinal } from '#core/search/build-failure.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { isGone } from '#engine/search/build-index.ts';
import type { IndexBuild, WantedIndex } from '#engine/search/search-execution.ts';

/** An index that another program builds. */
export interface RequestedBuild extends WantedIndex {
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedBuildPorts {
  readonly archive: Pick<Archive, 'list' | 'get'>;
  readonly requests: IdempotencyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: RandomId;
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedBuild) => Promise<void>;
}

/** A build that left no index and no reason for so long is dead: a function has 15 minutes. */
export const BUILD_MS = 16 * 60_000;
/** How long searches answer with a failure before the next one starts another build. */
export const TOLD_MS = 60_000;
/** Builds of one index that are begun in a day (`REMEMBERED_MS`). */
export const MOST_BUILDS = 3;

/**
 * The claim of a build.
 * @param n from 1 to MOST_BUILDS
 */
export const claimOf = (name: string, n: number) => ({
  owner: '', // no user's name: their keys are apart
  key: `index ${name} ${n}`,
});

/**
 * Has another program build indexes: of all searches that miss one, one starts the build.
 * @returns the build; it throws SurfError INDEX_BUILDING, and the reason why a build failed; with
 * `OUTPUT_NOT_KEPT` it starts none
 */
export const requestedBuild =
  (ports: RequestedBuildPorts): IndexBuild =>
  async (source, of) => {
    await withWarc(source, of.id);
    const name = searchName(of.id, of.wave);
    const now = ports.clock.now();
    const failures = await failuresOf(ports.archive, of);
    const last = failures.at(-1);
    const failure = last === undefined ? null : parsed(await ports.archive.get(last.key));
    if (failure !== null && (isFinal(failure) || now - failure.at < TOLD_MS)) throw told(failure);
    for (let n = 1; n <= MOST_BUILDS; n++) {
      const build = `${now}-${ports.random()}`;
      const claim = { fingerprint: sha256Hex(name), result: build };
      const { result } = await ports.requests.claim({ ...claimOf(name, n), now }, claim);
      if (result === build) await ports.start({ ...of, build });
      const startedAt = Number.parseInt(result, 10);
      if (failures.some((failed) => failed.build === result)) continue;
      if (now - startedAt < BUILD_MS) throw building(startedAt);
      if (now - startedAt < BUILD_MS + TOLD_MS) throw told(silent(startedAt));
    }
    throw told(failure ?? silent(now), 'tomorrow');
  };

/** What `recordFailure` works with. */
interface FailurePorts {
  readonly catalog: Parameters<typeof isGone>[0];
  readonly archive: Pick<Archive, 'put' | 'delete'>;
}

/** Writes down why a build failed, where searches find it; not where the execution is deleted. */
export async function recordFailure(
  { catalog, archive }: FailurePorts,
  { id, key, failure }: { readonly id: WantedIndex['id']; readonly key: string; readonly failure: BuildFailure },
): Promise<void> {
  await archive.put(key, [Buffer.from(JSON.stringify(failure))]);
  if (await isGone(catalog, id)) await archive.delete([key]);
}

/** Builds that failed, the oldest first: their names begin with when they started. */
async function failuresOf(
  archive: RequestedBuildPorts['archive'],
  { id, wave }: WantedIndex,
): Promise<{ readonly key: string; readonly build: string }[]> {
  const found: { key: string; build: string }[] = [];
  for await (const { key } of archive.list(searchPrefix(id))) {
    const build = failedBuildOf(searchName(id, wave), key);
    if (build !== null) found.push({ key, build });
  }
  return found;
}

const parsed = (bytes: Uint8Array): BuildFailure => BuildFailure.parse(JSON.parse(Buffer.from(bytes).toString()));

const silent = (startedAt: number): BuildFailure => ({
  at: startedAt + BUILD_MS,
  code: 'SEARCH_UNAVAILABLE',
  message: 'the function ended without a word: its time or memory was not enough, or AWS did not start it',
  remedy: null,
});

const building = (startedAt: number): SurfError =>
  new SurfError('INDEX_BUILDING', `the index for searches is being built since ${timeOf(startedAt)}`, {
    remedy: 'search again in some seconds; a thousand pages take about ten',
    retryable: true,
  });

function told({ at, code, message, remedy }: BuildFailure, again = `after ${timeOf(at + TOLD_MS)}`): SurfError {
  const next = isFinal({ code }) ? [] : [`search again ${again}, which has it built again`];
  const remedies = [...(remedy === null ? [] : [remedy]), ...next];
  return new SurfError(code, `the index for searches could not be built: ${message}`, {
    remedy: remedies.join('; or '),
  });
}

/** UTC, as logs have it. */
const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
