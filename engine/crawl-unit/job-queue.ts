import type { Job } from '#engine/crawl-unit/job.ts';

/** One host's jobs. What comes next is the queue's to say; a depth-first one may grow while it is worked on. */
export interface JobQueue {
  /** The job that is next at `now` (monotonic ms), without taking it; the first that waits, when all do; null when there is none. */
  peek(now: number): Job | null;
  /** Takes the job that `peek` showed. */
  take(job: Job): void;
  /** Puts a job back: it is tried again when its `notBefore` has come. */
  again(job: Job): void;
  /** Takes all that are left. */
  drain(): Job[];
}

/** Jobs in rank order; those that are tried again come first when they are due. */
export class RankQueue implements JobQueue {
  readonly #jobs: readonly Job[];
  #next = 0;
  /** By notBefore. Short: at most as many as the host's retries. */
  #waiting: Job[] = [];

  /** @param jobs in rank order; those with a `notBefore` wait for it */
  constructor(jobs: readonly Job[]) {
    this.#jobs = jobs.filter((job) => job.notBefore === Number.NEGATIVE_INFINITY);
    this.#waiting = jobs.filter((job) => job.notBefore !== Number.NEGATIVE_INFINITY).sort(byDue);
  }

  peek(now: number): Job | null {
    const [waiting] = this.#waiting;
    if (waiting !== undefined && waiting.notBefore <= now) return waiting;
    return this.#jobs[this.#next] ?? waiting ?? null;
  }

  take(job: Job): void {
    if (job === this.#jobs[this.#next]) this.#next += 1;
    else this.#waiting.splice(this.#waiting.indexOf(job), 1);
  }

  again(job: Job): void {
    let at = this.#waiting.length;
    while (at > 0 && byDue(this.#waiting[at - 1] ?? job, job) > 0) at -= 1;
    this.#waiting.splice(at, 0, job);
  }

  drain(): Job[] {
    const left = [...this.#jobs.slice(this.#next), ...this.#waiting];
    this.#next = this.#jobs.length;
    this.#waiting = [];
    return left;
  }
}

const byDue = (a: Job, b: Job): number => a.notBefore - b.notBefore || a.task.rank - b.task.rank;
