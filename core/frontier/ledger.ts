import type { Counts, LevelCounts } from '#core/execution/execution.ts';
import type { Outcome, SkipReason } from '#core/model/outcome.ts';

export const NO_COUNTS: Counts = {
  discovered: 0,
  stored: 0,
  notModified: 0,
  duplicate: 0,
  redirected: 0,
  skipped: {},
  failed: {},
  pending: 0,
};

/**
 * Keeps promise 1 while a wave is closed: each URL is discovered once and settled once, in all and
 * in its level. The only place where the counts of an execution change.
 */
export class Ledger {
  readonly #counts: Counts;
  readonly #levels: LevelCounts[];

  constructor(counts: Counts, levels: readonly LevelCounts[]) {
    this.#counts = { ...counts, skipped: { ...counts.skipped }, failed: { ...counts.failed } };
    this.#levels = levels.map((level) => ({ ...level }));
  }

  /** A copy of the current counts. */
  get counts(): Counts {
    return { ...this.#counts, skipped: { ...this.#counts.skipped }, failed: { ...this.#counts.failed } };
  }

  get levels(): LevelCounts[] {
    return this.#levels.map((level) => ({ ...level }));
  }

  level(level: number): LevelCounts {
    for (let next = this.#levels.length; next <= level; next++) this.#levels.push(emptyLevel(next));
    return this.#levels[level] ?? emptyLevel(level);
  }

  /** A URL key was seen for the first time: it is pending. */
  discover(level: number): void {
    this.#counts.discovered += 1;
    this.#counts.pending += 1;
    const counts = this.level(level);
    counts.discovered += 1;
    counts.pending += 1;
  }

  plan(level: number): void {
    this.level(level).planned += 1;
  }

  /** A pending URL got its outcome. */
  settle(level: number, outcome: Outcome): void {
    this.#move(level, outcome, 1);
  }

  /** Pending addresses of a collection that are not due are kept as they are. */
  keep(level: number, addresses: number): void {
    if (addresses === 0) return;
    for (const counts of [this.#counts, this.level(level)]) {
      counts.pending -= addresses;
      counts.kept = (counts.kept ?? 0) + addresses;
    }
  }

  /**
   * An outcome is taken back: the URL is pending again (a duplicate that takes a page's place, a
   * nofollow that is decided again).
   */
  reopen(level: number, outcome: Outcome): void {
    this.#move(level, outcome, -1);
  }

  /** A URL that was counted at one level moves to another (a nofollow decided again). */
  moveLevel(from: number, to: number): void {
    this.level(from).discovered -= 1;
    this.level(from).pending -= 1;
    this.level(to).discovered += 1;
    this.level(to).pending += 1;
  }

  #move(level: number, outcome: Outcome, by: 1 | -1): void {
    const all = this.#counts;
    const own = this.level(level);
    all.pending -= by;
    own.pending -= by;
    own[outcome.type] += by;
    if (outcome.type === 'skipped') bump(all.skipped, outcome.reason, by);
    else if (outcome.type === 'failed') bump(all.failed, outcome.reason, by);
    else all[outcome.type] += by;
  }
}

function bump<K extends string>(counts: Partial<Record<K, number>>, reason: K, by: number): void {
  const next = (counts[reason] ?? 0) + by;
  if (next === 0) delete counts[reason];
  else counts[reason] = next;
}

const emptyLevel = (level: number): LevelCounts => ({
  level,
  discovered: 0,
  planned: 0,
  stored: 0,
  notModified: 0,
  duplicate: 0,
  redirected: 0,
  skipped: 0,
  failed: 0,
  pending: 0,
});

/** The outcome of a URL that was refused at admission. */
export const skippedFor = (reason: SkipReason): Outcome => ({ type: 'skipped', reason });
