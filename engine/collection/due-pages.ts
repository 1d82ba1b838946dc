import type { Manifest } from '#core/archive/manifest.ts';
import { levelObject } from '#core/archive/object-keys.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { PageState } from '#core/collection/page-state.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import type { Ledger } from '#core/frontier/ledger.ts';
import type { PendingPage } from '#engine/collection/pending-pages.ts';
import { ExternalSort, type KeyOf } from '#engine/external-sort/external-sort.ts';
import { textOf, textRecord } from '#engine/external-sort/record-file.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';
import { LevelLists } from '#engine/frontier/lines/level-lists.ts';

/** Inputs for the tasks of due pages. */
export interface DueOptions {
  /** Most pages that a tick may request. */
  readonly most: number;
  /** Keys of the workflow's seeds. */
  readonly seeds: ReadonlySet<string>;
  readonly ledger: Ledger;
}

/** Lists of due pages, level by level. */
export interface DueLists {
  readonly lists: readonly ListRef[];
  readonly merged: readonly Manifest['levels'][number][];
  /** The last rank given, by level. */
  readonly ranks: readonly number[];
  readonly due: number;
  /** Tombstones among the due ones. */
  readonly goneDue: number;
}

/**
 * The due pages of a tick: those that have been due longest come first, as many as the budget
 * allows; the others are kept. Each is a task of the level that it was found on. Behind them come
 * those that the base had no room for.
 */
export class DuePages {
  readonly #attempt: Attempt;
  readonly #byTime: ExternalSort;
  readonly #byLevel: ExternalSort;
  #spills = 0;

  constructor(attempt: Attempt) {
    this.#attempt = attempt;
    this.#byTime = this.#sorter(byDueTime);
    this.#byLevel = this.#sorter(byLevelAndTime);
  }

  /** @returns to be awaited */
  add(page: PageState): Promise<void> | undefined {
    return this.#byTime.add(textRecord(JSON.stringify(page)));
  }

  /**
   * Adds an address that was never requested: behind the due ones of its level, in the order in
   * which the base found them. No budget holds for it.
   *
   * @returns to be awaited
   */
  addPending({ rank, ...page }: PendingPage): Promise<void> | undefined {
    return this.#byLevel.add(textRecord(JSON.stringify({ ...page, dueAt: NEVER_ASKED + rank })));
  }

  async lists({ most, seeds, ledger }: DueOptions): Promise<DueLists> {
    let due = 0;
    for await (const batch of this.#byTime.sorted()) {
      for (const record of batch) {
        if (due < most) {
          due += 1;
          const spilled = this.#byLevel.add(record);
          if (spilled !== undefined) await spilled;
        } else ledger.keep((JSON.parse(textOf(record)) as PageState).level, 1);
      }
    }
    return { ...(await this.#build(this.#byLevel, seeds)), due };
  }

  async #build(sorter: ExternalSort, seeds: ReadonlySet<string>): Promise<Omit<DueLists, 'due'>> {
    const { archive, execution, attempt } = this.#attempt;
    const ranks: number[] = [];
    let goneDue = 0;
    const made = new LevelLists(archive, { keyOf: (level) => levelObject(execution.id, level, attempt, 'due-') });
    for await (const batch of sorter.sorted()) {
      for (const record of batch) {
        const page = JSON.parse(textOf(record)) as PageState;
        if (page.goneAt !== undefined) goneDue += 1;
        const full = made.add(taskOf(page, nextRank(ranks, page.level), seeds));
        if (full !== undefined) await full;
      }
    }
    const lists = await made.finish();
    const merged = lists.map(({ level, list, tasks }) => ({
      level,
      list,
      tasks,
      ...NOTHING_SKIPPED,
      due: true as const,
    }));
    return { lists, merged, ranks, goneDue };
  }

  #sorter(keyOf: KeyOf): ExternalSort {
    const { archive, name } = this.#attempt;
    return new ExternalSort({ archive, newName: () => name(`due-spill-${this.#spills++}`), keyOf });
  }
}

const NOTHING_SKIPPED = { skipped: null, skippedRows: 0 } as const;

function nextRank(ranks: number[], level: number): number {
  for (let next = ranks.length; next <= level; next++) ranks.push(0);
  const rank = (ranks[level] ?? 0) + 1;
  ranks[level] = rank;
  return rank;
}

/** Later than any time at which a page is due (2^51 ms is in the year 73,326). */
const NEVER_ASKED = 2 ** 51;

type Listed = Pick<PageState, 'key' | 'url' | 'level' | 'page' | 'depthLeft'>;

function taskOf({ key, url, level, page, depthLeft }: Listed, rank: number, seeds: ReadonlySet<string>): PlanTask {
  return {
    key,
    url,
    level,
    rank,
    ...(seeds.has(key) && { seed: true as const }),
    ...(depthLeft !== undefined && { depthLeft }),
    ...(page !== undefined && { base: page }),
  };
}

/** Digits of a key that a number holds. */
const DIGITS = 12;
const firstDigits = (key: string): number => Number.parseInt(key.slice(0, DIGITS), 16);

const byDueTime: KeyOf = (record) => {
  const { key, dueAt } = JSON.parse(textOf(record)) as PageState;
  return { a: dueAt, b: firstDigits(key), c: Number.parseInt(key.slice(DIGITS, 2 * DIGITS), 16) };
};

const byLevelAndTime: KeyOf = (record) => {
  const { key, dueAt, level } = JSON.parse(textOf(record)) as PageState;
  return { a: level, b: dueAt, c: firstDigits(key) };
};
