import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { UnitLive } from '#core/execution/unit-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { DeferReason, Outcome } from '#core/model/outcome.ts';
import type { Job } from '#engine/crawl-unit/jobs/job.ts';

/** Facts about an outcome besides the task and its tries. */
export type OutcomeFacts = Partial<
  Omit<OutcomeLine, 'kind' | 'key' | 'outcome' | 'attempts' | 'errors' | 'startedAt' | 'endedAt'>
>;

/** Reason for a task's deferral, and its end. */
export interface Deferral {
  readonly reason: DeferReason;
  /** Monotonic ms; in the past: at once. */
  readonly until: number;
  /** Cause in words, at most 200 characters. */
  readonly cause: string;
}

/** Reports the outcome of each task of a unit, once, and counts. */
export class TaskSettlement {
  readonly #clock: Clock;
  readonly #write: (line: OutcomeLine) => void;
  readonly #live: Omit<UnitLive, 'waiting'> = { fetched: 0, stored: 0, failed: 0, bytes: 0 };

  constructor(clock: Clock, write: (line: OutcomeLine) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  /** Counts so far. */
  get live(): Omit<UnitLive, 'waiting'> {
    return { ...this.#live };
  }

  /** A request went out. */
  countFetch(): void {
    this.#live.fetched += 1;
  }

  /** @param endedAt epoch ms @default now */
  settle(job: Job, outcome: Outcome, facts: OutcomeFacts = {}, endedAt?: number): void {
    if (job.task.sitemap === undefined) this.#count(outcome, facts);
    const { errors, startedAt, attempts, task } = job;
    const line: OutcomeLine = { kind: 'outcome', key: task.key, outcome, attempts, ...facts };
    line.endedAt = endedAt ?? Math.floor(this.#clock.now());
    if (startedAt !== undefined) line.startedAt = startedAt;
    if (errors.length > 0) line.errors = errors;
    this.#write(line);
  }

  #count(outcome: Outcome, facts: OutcomeFacts): void {
    if (outcome.type === 'stored' || outcome.type === 'notModified') {
      this.#live.stored += 1;
      if (outcome.type === 'stored') this.#live.bytes += facts.bytes ?? 0;
    } else if (outcome.type === 'failed') this.#live.failed += 1;
  }

  defer(job: Job, { reason, until, cause }: Deferral): void {
    const notBefore = Math.max(0, Math.ceil(this.#clock.now() + Math.max(0, until - this.#clock.monotonic())));
    const { errors, startedAt, task } = job;
    const attempts = job.cuts > 0 ? job.attempts + 1 : job.attempts; // nobody makes room without end, from one unit to the next
    const line: OutcomeLine = {
      kind: 'outcome',
      key: task.key,
      outcome: { type: 'deferred', reason, notBefore, cause: cause.slice(0, 200) },
      attempts,
    };
    if (startedAt !== undefined) line.startedAt = startedAt;
    if (errors.length > 0) line.errors = errors;
    this.#write(line);
  }
}
