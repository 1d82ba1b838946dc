import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { ListRef } from '#core/frontier/frontier.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { ListBuilder } from '#engine/frontier/lines/level-list.ts';

/** Most tasks of one list. `advance` has the list that it makes in memory: 200 bytes a task. */
const LIST_TASKS = 1_000_000;
/**
 * A list is full with this many tasks (five waves) and this many for each of its hosts. A wave
 * reads a list's whole index, and between the tasks of its hosts those of later waves; but each
 * list has a cursor for each host, and its name.
 */
const FULL_TASKS = 100_000;
const FULL_TASKS_OF_HOST = 16;

export interface LevelListsOptions {
  /** Common beginning of the object keys of a level's lists. */
  readonly keyOf: (level: number) => string;
  /** @default 1,000,000 */
  readonly listTasks?: number | undefined;
}

/**
 * Makes level lists from tasks that come level by level, in rank order. A level with more tasks
 * than fill a list gets several, one behind the other in rank order.
 */
export class LevelLists {
  readonly #archive: Archive;
  readonly #keyOf: (level: number) => string;
  readonly #most: number;
  readonly #made: ListRef[] = [];
  #open: { readonly level: number; readonly nth: number; readonly list: ListBuilder } | undefined;

  constructor(archive: Archive, { keyOf, listTasks = LIST_TASKS }: LevelListsOptions) {
    this.#archive = archive;
    this.#keyOf = keyOf;
    this.#most = listTasks;
  }

  /** @returns a promise when a list is full, to be awaited */
  add(task: PlanTask): Promise<void> | undefined {
    const open = this.#open;
    if (open?.level === task.level && !this.#isFull(open.list)) {
      this.#put(open.list, task);
      return undefined;
    }
    return this.#begin(task);
  }

  /** @returns all lists, nothing of them taken, in order */
  async finish(): Promise<readonly ListRef[]> {
    const made = await this.#open?.list.finish();
    if (made) this.#made.push(made);
    this.#open = undefined;
    return this.#made;
  }

  async #begin(task: PlanTask): Promise<void> {
    const { level } = task;
    const nth = this.#open?.level === level ? this.#open.nth + 1 : 0;
    await this.finish();
    const list = `${this.#keyOf(level)}${nth === 0 ? '' : `${nth}-`}`;
    this.#open = { level, nth, list: new ListBuilder(this.#archive, { level, list }) };
    this.#put(this.#open.list, task);
  }

  #isFull({ count, hosts }: ListBuilder): boolean {
    return count >= this.#most || (count >= FULL_TASKS && count >= hosts * FULL_TASKS_OF_HOST);
  }

  #put(list: ListBuilder, task: PlanTask): void {
    list.add(task, hostKeyOf(task.url as CrawlUrl));
  }
}
