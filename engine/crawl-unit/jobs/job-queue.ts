import type { PlanTask } from '#core/archive/plan.ts';
import { type Job, jobOf } from '#engine/crawl-unit/jobs/job.ts';

/**
 * Jobs of one host. The queue says what comes next; a depth-first one may grow while it is worked
 * on.
 */
export interface JobQueue {
  /**
   * The job that is next at `now` (monotonic ms), without taking it; the first that waits, when all
   * do; null when there is none.
   */
  peek(now: number): Job | null;
  /** Takes the job that `peek` showed. */
  take(job: Job): void;
  /** Puts a job back: it is tried again when its `notBefore` has come. */
  again(job: Job): void;
  /** Takes all that are left. */
  drain(): Job[];
}

/**
 * Jobs in rank order; those that are tried again come first when they are due. A task becomes a job
 * when its turn comes, and is let go of then.
 */
export class RankQueue implements JobQueue {
  readonly #tasks: (PlanTask | null)[];
  #next = 0;
  /** Job of the next task; null until somebody looks. */
  #job: Job | null = null;
  /** Waiting jobs by notBefore. Few: at most as many as the host's retries. */
  #waiting: Job[] = [];

  /**
   * @param tasks in rank order
   * @param waiting those that must not be tried yet
   */
  constructor(tasks: readonly PlanTask[], waiting: readonly Job[]) {
    this.#tasks = [...tasks];
    this.#waiting = [...waiting].sort(byDue);
  }

  peek(now: number): Job | null {
    const [waiting] = this.#waiting;
    if (waiting !== undefined && waiting.notBefore <= now) return waiting;
    return this.#first() ?? waiting ?? null;
  }

  take(job: Job): void {
    if (job === this.#job) this.#pass();
    else this.#waiting.splice(this.#waiting.indexOf(job), 1);
  }

  again(job: Job): void {
    let at = this.#waiting.length;
    while (at > 0 && byDue(this.#waiting[at - 1] ?? job, job) > 0) at -= 1;
    this.#waiting.splice(at, 0, job);
  }

  drain(): Job[] {
    const left: Job[] = [];
    for (let job = this.#first(); job !== null; job = this.#first()) {
      left.push(job);
      this.#pass();
    }
    left.push(...this.#waiting);
    this.#waiting = [];
    return left;
  }

  #first(): Job | null {
    const task = this.#tasks[this.#next];
    if (task) this.#job ??= jobOf(task);
    return this.#job;
  }

  #pass(): void {
    this.#tasks[this.#next++] = null;
    this.#job = null;
  }
}

const byDue = (a: Job, b: Job): number => a.notBefore - b.notBefore || a.task.rank - b.task.rank;
