import type { Counts, LevelCounts } from '#core/execution/execution.ts';
import type { RefusedByLink } from '#core/model/link-reason.ts';
import type { Outcome } from '#core/model/outcome.ts';

/** Outcomes of the URLs of one level, by outcome type and reason. */
interface LevelTally {
  discovered: number;
  planned: number;
  readonly outcomes: Map<string, number>;
}

/**
 * Counts what the log says, level by level; everything else is a sum of it. Pending is what is left
 * of discovered.
 */
export class Tally {
  readonly #levels: LevelTally[] = [];

  discover(level: number): void {
    this.#level(level).discovered += 1;
  }

  plan(level: number): void {
    this.#level(level).planned += 1;
  }

  /** @param by −1 takes an outcome back */
  settle(level: number, outcome: Outcome, by: 1 | -1 = 1): void {
    const { outcomes } = this.#level(level);
    const name = nameOf(outcome);
    outcomes.set(name, (outcomes.get(name) ?? 0) + by);
  }

  /** An address of a collection that was not due. */
  keep(level: number): void {
    const { outcomes } = this.#level(level);
    outcomes.set(KEPT, (outcomes.get(KEPT) ?? 0) + 1);
  }

  /** Surf follows another link to a URL that it did not follow before, perhaps at another level. */
  takeUp({ level, reason }: { readonly level: number } & RefusedByLink, to: number): void {
    this.settle(level, { type: 'skipped', reason }, -1);
    this.#level(level).discovered -= 1;
    this.#level(to).discovered += 1;
  }

  /** Pages: stored and notModified. @param level all levels when absent */
  pages(level?: number): number {
    if (level !== undefined) return this.#sum(level, 'stored') + this.#sum(level, 'notModified');
    return this.#levels.reduce((sum, _, each) => sum + this.pages(each), 0);
  }

  get depth(): number {
    return this.#levels.length;
  }

  levelCounts(level: number): LevelCounts {
    const { discovered, planned } = this.#level(level);
    const sums = {
      stored: this.#sum(level, 'stored'),
      notModified: this.#sum(level, 'notModified'),
      duplicate: this.#sum(level, 'duplicate'),
      redirected: this.#sum(level, 'redirected'),
      skipped: this.#sum(level, 'skipped'),
      failed: this.#sum(level, 'failed'),
    };
    const kept = this.#sum(level, KEPT);
    const settled = Object.values(sums).reduce((all, one) => all + one, kept);
    return { level, discovered, planned, ...sums, ...(kept > 0 && { kept }), pending: discovered - settled };
  }

  counts(): Counts {
    const levels = this.#levels.map((_, level) => this.levelCounts(level));
    const sum = (field: Exclude<keyof LevelCounts, 'level'>): number =>
      levels.reduce((all, level) => all + (level[field] ?? 0), 0);
    const kept = sum('kept');
    return {
      discovered: sum('discovered'),
      stored: sum('stored'),
      notModified: sum('notModified'),
      ...(kept > 0 && { kept }),
      duplicate: sum('duplicate'),
      redirected: sum('redirected'),
      skipped: this.#reasons('skipped'),
      failed: this.#reasons('failed'),
      pending: sum('pending'),
    };
  }

  #reasons(type: 'skipped' | 'failed'): Record<string, number> {
    const reasons: Record<string, number> = {};
    for (const { outcomes } of this.#levels) {
      for (const [name, n] of outcomes) {
        const [kind, reason = ''] = name.split(' ');
        if (kind === type && n !== 0) reasons[reason] = (reasons[reason] ?? 0) + n;
      }
    }
    return reasons;
  }

  #sum(level: number, type: Outcome['type'] | typeof KEPT): number {
    let all = 0;
    for (const [name, n] of this.#level(level).outcomes) if (name.split(' ', 1)[0] === type) all += n;
    return all;
  }

  #level(level: number): LevelTally {
    for (let next = this.#levels.length; next <= level; next++) {
      this.#levels.push({ discovered: 0, planned: 0, outcomes: new Map() });
    }
    return this.#levels[level] as LevelTally;
  }
}

/** Name of kept pages in a tally. No task has this outcome: a tick does not request them. */
const KEPT = 'kept';

const nameOf = (outcome: Outcome): string =>
  outcome.type === 'skipped' || outcome.type === 'failed' ? `${outcome.type} ${outcome.reason}` : outcome.type;
