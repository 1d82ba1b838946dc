import { isEntryAt, isSitemapAt } from '#core/archive/chunk/candidate-record.ts';
import type { RecordBytes } from '#core/archive/warc/record-blocks.ts';
import type { FileRef } from '#core/frontier/frontier.ts';
import { CandidateSpill } from '#engine/frontier/candidates/candidate-spill.ts';
import type { Attempt, FrontierValue } from '#engine/frontier/crawl-state.ts';

/**
 * Fields of the frontier that keep candidates until Surf decides about them, in the order in which
 * that is done when a level ends.
 */
export const CANDIDATE_KINDS = ['sitemaps', 'entries', 'candidates'] as const;
export type CandidateKind = (typeof CANDIDATE_KINDS)[number];

const EMPTY: Readonly<Record<CandidateKind, readonly FileRef[]>> = { sitemaps: [], entries: [], candidates: [] };

const kindOf = ({ bytes, at }: RecordBytes): CandidateKind =>
  isSitemapAt(bytes, at) ? 'sitemaps' : isEntryAt(bytes, at) ? 'entries' : 'candidates';

/** A wave's candidates, each kind in separate runs. */
export class CandidateKinds {
  readonly #runs: ReadonlyMap<CandidateKind, CandidateSpill>;

  constructor({ archive, name }: Attempt) {
    const runsOf = (kind: CandidateKind): CandidateSpill => {
      let run = 0;
      return new CandidateSpill(archive, () => name(`${kind}-${run++}.bin`));
    };
    this.#runs = new Map(CANDIDATE_KINDS.map((kind) => [kind, runsOf(kind)]));
  }

  /** Await the result if it is a promise. */
  add(record: RecordBytes): Promise<void> | undefined {
    return this.#runs.get(kindOf(record))?.addRecord(record);
  }

  /** The runs of the frontier, then those of the wave. */
  async finish(before: Pick<FrontierValue, CandidateKind>): Promise<Record<CandidateKind, readonly FileRef[]>> {
    const all: Record<CandidateKind, readonly FileRef[]> = { ...EMPTY };
    for (const [kind, runs] of this.#runs) all[kind] = [...before[kind], ...(await runs.finish())];
    return all;
  }
}
