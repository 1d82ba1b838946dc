import { searchName } from '#core/archive/object-keys.ts';
import { withWarc } from '#engine/archive-reader/kept-warc.ts';
import { type BuildWords, buildProblem } from '#engine/requested/build-problem.ts';
import { type BuildRequestPorts, requestBuild } from '#engine/requested/requested-build.ts';
import type { IndexBuild, WantedIndex } from '#engine/search/search-execution.ts';

/** An index that another program builds. */
export interface RequestedBuild extends WantedIndex {
  /** Names this attempt. */
  readonly build: string;
}

export interface RequestedBuildPorts extends BuildRequestPorts {
  /** Hands the request over, and does not wait for its end. */
  readonly start: (request: RequestedBuild) => Promise<void>;
}

const WORDS: BuildWords = { running: 'INDEX_BUILDING', what: 'the index for searches', made: 'built', ask: 'search' };

/**
 * Has another program build indexes: of all searches that miss one, one starts the build.
 * @returns the build; it throws SurfError INDEX_BUILDING, and the reason why a build failed; with
 * `OUTPUT_NOT_KEPT` it starts none
 */
export const requestedBuild =
  (ports: RequestedBuildPorts): IndexBuild =>
  async (source, of) => {
    await withWarc(source, of.id);
    const state = await requestBuild(ports, {
      name: searchName(of.id, of.wave),
      unavailable: 'SEARCH_UNAVAILABLE',
      start: (build) => ports.start({ ...of, build }),
    });
    throw buildProblem(state, WORDS);
  };
