import type { CandidateLine } from '#core/archive/chunk-lines.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { CandidateRuns } from '#engine/advance/candidate-runs.ts';
import type { CrawlState } from '#engine/advance/crawl-state.ts';
import type { LineBytes } from '#engine/advance/line-files.ts';

/** Fields of the frontier that keep candidates until they are taken up, in the order in which that is done when a level ends. */
export const CANDIDATE_KINDS = ['sitemaps', 'entries', 'candidates'] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

const kindOf = ({ sitemap, entry }: CandidateLine): CandidateKind =>
  sitemap !== undefined ? 'sitemaps' : entry === true ? 'entries' : 'candidates';

/** Runs that are not taken up yet, of all kinds. */
export const waitingRuns = (head: Frontier): number =>
  CANDIDATE_KINDS.reduce((sum, kind) => sum + head[kind].length, 0);

/** A wave's candidates, each kind in runs of its own. */
export class CandidateKinds {
  readonly #runs: ReadonlyMap<CandidateKind, CandidateRuns>;

  constructor(state: CrawlState) {
    const runsOf = (kind: CandidateKind): CandidateRuns => {
      let run = 0;
      return new CandidateRuns(state.archive, () => state.name(`${kind}-${run++}.jsonl`));
    };
    this.#runs = new Map(CANDIDATE_KINDS.map((kind) => [kind, runsOf(kind)]));
  }

  /** To be awaited when it answers with a promise. */
  add(line: CandidateLine): Promise<void> | undefined {
    return this.#runs.get(kindOf(line))?.add(line);
  }

  /** The same for a chunk's line that is plain: neither sitemap nor entry. */
  addPlain(line: LineBytes): Promise<void> | undefined {
    return this.#runs.get('candidates')?.addPlain(line);
  }

  /** Adds the runs to the frontier. */
  async finish(head: Frontier): Promise<void> {
    for (const [kind, runs] of this.#runs) head[kind].push(...(await runs.finish()));
  }
}
