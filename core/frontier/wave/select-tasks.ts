import type { PlanTask } from '#core/archive/plan.ts';
import type { LimitName } from '#core/execution/execution.ts';
import type { PageBudget } from '#core/frontier/budget/page-budget.ts';
import { SLOW_DELAY_MS } from '#core/frontier/frontier.ts';
import type { LevelIndex } from '#core/frontier/wave/level-index.ts';

/** A level list as planning sees it. */
export interface ListView {
  readonly level: number;
  readonly index: LevelIndex;
  /** Politeness key of each of its hosts. */
  readonly hosts: readonly string[];
  /** Tasks taken so far, by host. */
  readonly taken: Uint32Array;
  /**
   * It has sitemaps: these take no slots, and wait only while no page at all may be fetched.
   * @default false
   */
  readonly sitemaps?: boolean;
}

/** A host as the planner of a wave knows it. */
export interface HostView {
  /** Milliseconds between two requests, as far as known. */
  readonly delayMs: number;
  /** A slow host gets no task before (epoch ms). */
  readonly notBefore: number;
}

export interface SelectInput {
  readonly now: number;
  readonly budget: PageBudget;
  /** Tasks left over. Those that are `fresh` come after the others. */
  readonly carry: readonly PlanTask[];
  readonly parked: readonly PlanTask[];
  readonly lists: readonly ListView[];
  readonly hostOf: (task: PlanTask) => string;
  /** Returns the host of a queue. */
  readonly host: (name: string) => HostView;
  /** The queue of a host: hosts of one share their delay. @default each has its own */
  readonly queueOf?: (host: string) => string;
  readonly unitMs: number;
  /** Most tasks of the wave. */
  readonly most: number;
}

/**
 * Tasks that a wave takes, and the causes that hold back the rest. A full wave does not name all
 * causes, for a list may have millions of tasks.
 */
export interface Selection {
  readonly take: PlanTask[];
  /**
   * For each list, in order: number of tasks that the wave takes from each of its hosts (behind the
   * cursor).
   */
  readonly fromLists: Uint32Array[];
  readonly listTasks: number;
  readonly carry: PlanTask[];
  readonly parked: PlanTask[];
  /**
   * Something with a slot waits until then: the level cannot close before. Infinity: nothing waits.
   */
  readonly waitUntil: number;
  readonly waitCause: string;
  /** Parked tasks and slow hosts: beside deeper levels. */
  readonly parkedUntil: number;
  readonly parkedCause: string;
  /** Limits that keep at least one pending task from a slot. */
  readonly heldBy: ReadonlySet<LimitName>;
}

/**
 * Chooses the tasks of the next wave (design.md §4): slots are given in rank order, as many as the
 * page limits leave; of every host what was left over, due parked tasks and the next at its cursor,
 * no more than fits the unit's time. Pure.
 */
export function selectTasks(input: SelectInput): Selection {
  return new Selector(input).select();
}

const byOrder = (a: PlanTask, b: PlanTask): number =>
  Number(a.fresh ?? false) - Number(b.fresh ?? false) || a.level - b.level || a.rank - b.rank;

class Selector {
  readonly #input: SelectInput;
  readonly #take: PlanTask[] = [];
  readonly #perQueue = new Map<string, number>();
  readonly #heldBy = new Set<LimitName>();
  readonly #queueOf: (host: string) => string;
  #count = 0;
  #wait = { until: Number.POSITIVE_INFINITY, cause: '' };
  #parkedWait = { until: Number.POSITIVE_INFINITY, cause: '' };

  constructor(input: SelectInput) {
    this.#input = input;
    this.#queueOf = input.queueOf ?? ((host) => host);
  }

  select(): Selection {
    const { now, parked } = this.#input;
    const carry = this.#fromTasks([...this.#input.carry].sort(byOrder), true);
    const due = this.#fromTasks(parked.filter((task) => (task.notBefore ?? 0) <= now).sort(byOrder), false);
    const later = parked.filter((task) => (task.notBefore ?? 0) > now);
    const fromLists = this.#input.lists.map((list) => this.#fromList(list));
    for (const task of later) this.#noteParked(task);
    return {
      take: this.#take,
      fromLists,
      listTasks: this.#count - this.#take.length,
      carry,
      parked: [...due, ...later],
      waitUntil: this.#wait.until,
      waitCause: this.#wait.cause,
      parkedUntil: this.#parkedWait.until,
      parkedCause: this.#parkedWait.cause,
      heldBy: this.#heldBy,
    };
  }

  /** @returns the tasks that stay */
  #fromTasks(tasks: readonly PlanTask[], blocking: boolean): PlanTask[] {
    const stay: PlanTask[] = [];
    for (const task of tasks) {
      const host = this.#input.hostOf(task);
      const holder = this.#holder(task, host);
      if (holder !== null) {
        this.#heldBy.add(holder);
        stay.push(task);
        continue;
      }
      if (task.sitemap === undefined) this.#input.budget.use(task.level, host);
      if ((task.notBefore ?? 0) > this.#input.now) {
        if (blocking) this.#waitFor(task.notBefore ?? 0, `${host}: ${task.cause ?? 'later'}`);
        stay.push(task);
      } else if (this.#fits(host)) {
        this.#count += 1;
        this.#take.push(task);
      } else {
        this.#waitForHost(host);
        stay.push(task);
      }
    }
    return stay;
  }

  #fromList(list: ListView): Uint32Array {
    const { budget } = this.#input;
    const chosen = new Uint32Array(list.hosts.length);
    const left = list.index.order.length - sum(list.taken);
    const holder = left === 0 ? null : this.#listHolder(list);
    if (holder !== null) this.#heldBy.add(holder);
    if (left === 0 || holder !== null) return chosen;
    const passed = new Uint32Array(list.hosts.length);
    let open = left;
    for (const host of list.index.order) {
      if (this.#count >= this.#input.most) break;
      passed[host] = (passed[host] ?? 0) + 1;
      if ((passed[host] ?? 0) <= (list.taken[host] ?? 0)) continue;
      const name = list.hosts[host] ?? '';
      open -= 1;
      const held = list.sitemaps ? null : budget.holder(list.level, name);
      if (held !== null) {
        this.#heldBy.add(held);
        if (held !== 'pagesPerHost') break;
        continue;
      }
      if (!list.sitemaps) budget.use(list.level, name);
      if (this.#fits(name)) {
        this.#count += 1;
        chosen[host] = (chosen[host] ?? 0) + 1;
      } else this.#waitForHost(name);
      if (open === 0) break;
    }
    return chosen;
  }

  /** A limit that keeps a task from a slot. */
  #holder({ level, sitemap }: PlanTask, host: string): LimitName | null {
    const { budget } = this.#input;
    if (sitemap === undefined) return budget.holder(level, host);
    return budget.isFull ? 'pages' : null;
  }

  /** A limit that holds the list as a whole. */
  #listHolder(list: ListView): LimitName | null {
    const { budget } = this.#input;
    if (list.sitemaps) return budget.isFull ? 'pages' : null;
    const holder = budget.holder(list.level, '');
    return holder === 'pagesPerHost' ? null : holder;
  }

  #fits(host: string): boolean {
    const { now, most, unitMs } = this.#input;
    const queue = this.#queueOf(host);
    const { delayMs, notBefore } = this.#input.host(queue);
    const has = this.#perQueue.get(queue) ?? 0;
    const capacity =
      delayMs > SLOW_DELAY_MS
        ? notBefore <= now
          ? 1
          : 0
        : delayMs === 0
          ? most
          : Math.max(1, Math.floor(unitMs / delayMs));
    if (this.#count >= most || has >= capacity) return false;
    this.#perQueue.set(queue, has + 1);
    return true;
  }

  #waitForHost(host: string): void {
    const { delayMs, notBefore } = this.#input.host(this.#queueOf(host));
    if (delayMs > SLOW_DELAY_MS) {
      if (notBefore < this.#parkedWait.until)
        this.#parkedWait = { until: notBefore, cause: `${host}: crawl-delay ${delayMs / 1000} s` };
    } else this.#waitFor(this.#input.now, `${host}: next wave`);
  }

  #waitFor(until: number, cause: string): void {
    if (until < this.#wait.until) this.#wait = { until, cause };
  }

  /** A parked task that could have a slot when it is due. */
  #noteParked(task: PlanTask): void {
    const host = this.#input.hostOf(task);
    const holder = this.#holder(task, host);
    if (holder !== null) this.#heldBy.add(holder);
    else if ((task.notBefore ?? 0) < this.#parkedWait.until) {
      this.#parkedWait = { until: task.notBefore ?? 0, cause: `${host}: ${task.cause ?? 'parked'}` };
    }
  }
}

function sum(numbers: Uint32Array): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
