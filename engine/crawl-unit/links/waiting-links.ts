import type { PlanTask } from '#core/archive/plan.ts';
import type { BestLinkTable, LinkPlace } from '#engine/crawl-unit/links/best-link-table.ts';
import type { CandidateMembers } from '#engine/crawl-unit/links/candidate-members.ts';
import { candidateOf, type Target } from '#engine/crawl-unit/links/target.ts';

/** Characters of a candidate's line besides its address. */
export const LINE_CHARACTERS = 160;

/** Candidates that wait to be written: a better link, or more cash, may come before. */
export class WaitingLinks {
  readonly #best: BestLinkTable;
  #targets: Target[] = [];
  /** Cash from pages, by place. */
  readonly #cash = new Map<number, number>();

  constructor(best: BestLinkTable) {
    this.#best = best;
  }

  get count(): number {
    return this.#targets.length;
  }

  /** A link that is the best to its target. @returns characters of its line, if that is one more */
  take(target: Target, by: PlanTask, link: LinkPlace): number {
    const waiting = this.#best.take(target.place, by, link);
    if (waiting === 0) return this.#wait(target);
    this.#targets[waiting - 1] = target;
    return 0;
  }

  /**
   * Gives cash to a target that has a best link, written already or not.
   * @returns characters of its line, if that is one more
   */
  pay(target: Target, cash: number): number {
    const { place } = target;
    this.#cash.set(place, (this.#cash.get(place) ?? 0) + cash);
    return this.#best.isWaiting(place) ? 0 : this.#wait(target);
  }

  /** Writes all: none waits any longer. */
  write(lines: CandidateMembers): void {
    for (const target of this.#targets) {
      const link = this.#best.written(target.place);
      const cash = this.#cash.size === 0 ? 0 : (this.#cash.get(target.place) ?? 0);
      lines.add(candidateOf(target, link.by, link, { moved: false, cash }));
    }
    this.#targets = [];
    this.#cash.clear();
  }

  #wait(target: Target): number {
    this.#best.wait(target.place, this.#targets.push(target));
    return target.url.length + LINE_CHARACTERS;
  }
}
