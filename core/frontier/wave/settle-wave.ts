import type { OutcomeLine, RedirectTarget } from '#core/archive/chunk/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import { SLOW_DELAY_MS } from '#core/frontier/frontier.ts';
import type { WayGone, WayOut } from '#core/frontier/waits/way-fault.ts';
import type { DeferReason, Outcome } from '#core/model/outcome.ts';

/** Evidence about a unit when its wave closes. */
export interface UnitEvidence {
  /** True if the unit wrote its last chunk. */
  readonly reported: boolean;
  readonly begun: boolean;
  readonly died: boolean;
}

/** A task with its outcome, and the line that gives it (none for `worker-died`). */
export interface Settled {
  readonly task: PlanTask;
  readonly outcome: Outcome;
  readonly line: OutcomeLine | null;
  readonly chunk: string | null;
}

/** Work that is left once a wave is closed. */
export interface SettledWave {
  /** Deferred or left over; with `notBefore` where that is later. */
  readonly carry: PlanTask[];
  readonly parked: PlanTask[];
  /** Redirects, in order of (level, rank) of their source. */
  readonly redirects: { readonly source: PlanTask; readonly target: RedirectTarget }[];
  /** Something settled, was deferred or halved. */
  readonly progress: boolean;
  /**
   * A begun unit reported or died: only then an unproductive wave counts towards `failed(stuck)`.
   */
  readonly tried: boolean;
  /** A worker began one of its units. */
  readonly begun: boolean;
  /** A unit ended because its way out was gone; null: none did. */
  readonly wayGone: WayGone | null;
}

/** Deferrals that say that a way out was gone. */
const GONE: Partial<Record<DeferReason, WayOut>> = { 'proxy-gone': 'proxy', 'network-gone': 'network' };

/** Deaths of a unit that had one task only, after which the task is `failed(worker-died)`. */
const LONE_DEATHS = 2;

/**
 * Closes a wave, unit by unit: the first settling outcome of a task in (unit, chunk) order counts;
 * what no unit settled is left over (design.md §3).
 *
 * - deferred: carried, or parked when its next try is later than `patienceMs`;
 * - unreported by a unit that reported or never died: carried as it is;
 * - unreported by a died unit: carried in halves; alone in two died units: failed(worker-died).
 *
 * Outcomes are taken one by one, and nothing is kept of those that settle: a wave has 20,000.
 */
export class WaveSettling implements SettledWave {
  readonly carry: PlanTask[] = [];
  readonly parked: PlanTask[] = [];
  readonly redirects: { source: PlanTask; target: RedirectTarget }[] = [];
  progress = false;
  tried = false;
  begun = false;
  wayGone: WayGone | null = null;
  readonly now: number;
  readonly patienceMs: number;

  constructor({ now, patienceMs }: { readonly now: number; readonly patienceMs: number }) {
    this.now = now;
    this.patienceMs = patienceMs;
  }

  /** @param id `<wave>/<unit>`: names the group that its halves form */
  unit(id: string, tasks: readonly PlanTask[]): UnitSettling {
    return new UnitSettling(this, id, tasks);
  }

  /** Call it once, when all units are closed. */
  finish(): SettledWave {
    this.redirects.sort((a, b) => a.source.level - b.source.level || a.source.rank - b.source.rank);
    return this;
  }
}

/** The tasks of one unit of a wave. */
export class UnitSettling {
  readonly #wave: WaveSettling;
  readonly #id: string;
  readonly #size: number;
  /** Tasks without a settling outcome, in the order of the plan. */
  readonly #open: Map<string, PlanTask>;
  /** The last deferral of each. */
  readonly #deferrals = new Map<string, OutcomeLine>();

  constructor(wave: WaveSettling, id: string, tasks: readonly PlanTask[]) {
    this.#wave = wave;
    this.#id = id;
    this.#size = tasks.length;
    this.#open = new Map(tasks.map((task) => [task.key, task]));
  }

  /**
   * Takes the next outcome in chunk order.
   * @returns what it settles; null when it settles nothing
   */
  take(line: OutcomeLine, chunk: string): Settled | null {
    const task = this.#open.get(line.key);
    if (task === undefined) return null;
    if (line.outcome.type === 'deferred') {
      this.#deferrals.set(line.key, line);
      const way = GONE[line.outcome.reason];
      if (way !== undefined) this.#wave.wayGone = { way, detail: line.outcome.cause };
      return null;
    }
    this.#open.delete(line.key);
    this.#wave.progress = true;
    // the target of a sitemap is a candidate, and no page
    if (line.outcome.type === 'redirected' && line.target !== undefined && task.sitemap === undefined)
      this.#wave.redirects.push({ source: task, target: line.target });
    return { task, outcome: line.outcome, line, chunk };
  }

  /** Ends the wave: no outcome follows. @returns tasks that died with their workers */
  close(unit: UnitEvidence): Settled[] {
    if (unit.begun) this.#wave.begun = true;
    if (unit.begun && (unit.reported || unit.died)) this.#wave.tried = true;
    const rest: PlanTask[] = [];
    for (const [key, task] of this.#open) {
      const line = this.#deferrals.get(key);
      if (line === undefined) rest.push(task);
      else defer(this.#wave, deferredTask(task, line), line);
    }
    if (rest.length === 0) return [];
    if (!unit.reported && unit.died) return this.#halve(rest);
    this.#wave.carry.push(...rest);
    return [];
  }

  /** Requeues in halves, or fails, the tasks that a dead unit did not report. */
  #halve(rest: readonly PlanTask[]): Settled[] {
    const alone = this.#size === 1;
    const failed: Settled[] = [];
    if (alone || rest.length > 1) this.#wave.progress = true;
    for (const task of rest) {
      const deaths = (task.alone ?? 0) + (alone ? 1 : 0);
      if (deaths >= LONE_DEATHS) {
        failed.push({ task, outcome: { type: 'failed', reason: 'worker-died' }, line: null, chunk: null });
        continue;
      }
      const half = { most: Math.max(1, this.#size >> 1), group: this.#id };
      this.#wave.carry.push({ ...task, ...half, ...(deaths > 0 && { alone: deaths }) });
    }
    return failed;
  }
}

/** The task for its next try: it keeps its history, and loses the marks of bisection. */
function deferredTask(task: PlanTask, line: OutcomeLine): PlanTask {
  const { key, url, level, rank } = task;
  const kept = {
    ...(task.via && { via: task.via }),
    ...(task.hop && { hop: task.hop }),
    ...(task.seed && { seed: task.seed }),
    ...(task.sitemap && { sitemap: task.sitemap }),
    ...(task.base && { base: task.base }),
  };
  const deferred =
    line.outcome.type === 'deferred' ? { notBefore: line.outcome.notBefore, cause: line.outcome.cause } : {};
  return {
    key,
    url,
    level,
    rank,
    ...kept,
    ...(line.attempts > 0 && { attempts: line.attempts }),
    ...(line.errors && { errors: line.errors }),
    ...deferred,
  };
}

function defer(wave: WaveSettling, task: PlanTask, line: OutcomeLine): void {
  wave.progress = true;
  const slow = line.outcome.type === 'deferred' && line.outcome.reason === 'crawl-delay';
  const wait = (task.notBefore ?? 0) - wave.now;
  if (wait > wave.patienceMs || (slow && wait > SLOW_DELAY_MS)) wave.parked.push(task);
  else wave.carry.push(task);
}
