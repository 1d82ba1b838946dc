import type { HostAnswer } from '#bench/simulate/untidy/untidiness.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import { FEW_HOSTS_PATIENCE_MS, fewHosts } from '#core/cost/worker-size.ts';
import { CircuitBreaker } from '#core/politeness/breaker.ts';
import { LONGEST_WAIT_MS } from '#core/politeness/delay.ts';
import { hostKeyOf } from '#core/politeness/hosts/host-key.ts';
import { decideRetry } from '#core/politeness/retry.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** The end of a task in a unit: `at` ms after the unit began. */
export interface UnitMoment {
  readonly at: number;
  readonly task: PlanTask;
  readonly attempts: number;
  /** Of the last request. */
  readonly tookMs: number;
  /** False: all its requests timed out. */
  readonly ok: boolean;
}

/** A task for which there was no time, or whose host gets no request until `notBefore`. */
export interface LateTask {
  readonly task: PlanTask;
  readonly attempts: number;
  readonly notBefore: number;
  readonly reason: 'unit-time' | 'back-off';
}

export interface HostTurn {
  readonly host: string;
  readonly from: number;
  readonly to: number;
}

export interface UnitSchedule {
  /** Answers, the first first. */
  readonly answers: readonly UnitMoment[];
  readonly late: readonly LateTask[];
  /** How long each host was in flight. */
  readonly turns: readonly HostTurn[];
  readonly endsAt: number;
}

/** The last tenth of a unit is for what is in flight, as in engine/crawl-unit/unit-session.ts. */
const STARTS_SHARE = 0.9;
/** MB of a whole vCPU. */
const VCPU_MB = 1_769;
/** Lease, execution row and robots.txt, before the first page of a host. */
const HOST_START_MS = 60;

/** How long one page takes its host, and one answer the caller. */
export interface PageTimes {
  readonly delayMs: number;
  readonly cpuMs: number;
  readonly answer: (task: PlanTask, attempt: number) => HostAnswer;
}

/**
 * Times of a unit's pages: the unit requests one page of a host after another, and as many hosts
 * at once as the workflow says; all of them share the CPU that comes with the worker's memory.
 * Retries and pauses of hosts are those of engine/crawl-unit/hosts/host-fetcher.ts; but a host in a
 * pause keeps its place.
 */
export function unitSchedule(tasks: readonly PlanTask[], plan: Plan, times: PageTimes): UnitSchedule {
  const whole = scheduleUntil(tasks, plan, { times, until: plan.unitMs * STARTS_SHARE });
  const few = fewHosts(Math.min(whole.turns.length, plan.workflow.hostsPerWorker), times.delayMs / 1_000);
  if (few === 0 || plan.memoryMb <= WORKER_MEMORY.fewHostsMb || times.delayMs === 0) return whole;
  const ends = whole.turns.map(({ to }) => to).sort((a, b) => b - a);
  const until = (ends[few - 1] ?? 0) + FEW_HOSTS_PATIENCE_MS;
  return until < whole.endsAt ? scheduleUntil(tasks, plan, { times, until }) : whole;
}

/** @param until no request starts from then on, ms after the unit began */
function scheduleUntil(
  tasks: readonly PlanTask[],
  plan: Plan,
  { times, until }: { readonly times: PageTimes; readonly until: number },
): UnitSchedule {
  const byHost = Map.groupBy(tasks, ({ url }) => hostKeyOf(url as CrawlUrl));
  const inFlight = Math.min(byHost.size, plan.workflow.hostsPerWorker);
  const free = new Array<number>(inFlight).fill(0);
  const answers: UnitMoment[] = [];
  const late: LateTask[] = [];
  const turns: HostTurn[] = [];
  for (const [host, own] of byHost) {
    const slot = free.indexOf(Math.min(...free));
    const from = free[slot] ?? 0;
    const queue = new HostQueue(own, { plan, times, inFlight, until });
    const to = queue.run(from + HOST_START_MS);
    for (const answer of queue.answers) answers.push(answer);
    for (const task of queue.late) late.push(task);
    free[slot] = to;
    turns.push({ host, from, to });
  }
  answers.sort((a, b) => a.at - b.at);
  return { answers, late, turns, endsAt: Math.max(answers.at(-1)?.at ?? 0, 0) };
}

interface Waiting {
  readonly task: PlanTask;
  readonly attempts: number;
  readonly notBefore: number;
}

interface HostQueueParts {
  readonly plan: Plan;
  readonly times: PageTimes;
  readonly inFlight: number;
  readonly until: number;
}

class HostQueue {
  readonly answers: UnitMoment[] = [];
  readonly late: LateTask[] = [];
  readonly #tasks: readonly PlanTask[];
  readonly #parts: HostQueueParts;
  readonly #breaker = new CircuitBreaker();
  #again: Waiting[] = [];
  #next = 0;

  constructor(tasks: readonly PlanTask[], parts: HostQueueParts) {
    this.#tasks = tasks;
    this.#parts = parts;
  }

  /** @returns when the next request to the host may start */
  run(from: number): number {
    const { plan, times, inFlight, until } = this.#parts;
    const cpuMs = times.cpuMs * Math.max(1, VCPU_MB / plan.memoryMb);
    let at = from;
    for (let job = this.#take(at); job !== null; job = this.#take(at)) {
      const start = Math.max(at, job.notBefore, this.#breaker.openUntil);
      if (start >= until || start - at > LONGEST_WAIT_MS) {
        this.#deferRest(job, start);
        return at;
      }
      const attempts = job.attempts + 1;
      const { ms, ok } = times.answer(job.task, attempts);
      const ended = start + ms + cpuMs;
      this.#ended({ at: ended, task: job.task, attempts, tookMs: ms, ok });
      // A worker with more to compute than to wait for goes at the pace of its CPU.
      at = start + Math.max(times.delayMs, ms + cpuMs, cpuMs * inFlight);
    }
    return at;
  }

  #take(at: number): Waiting | null {
    const task = this.#tasks[this.#next];
    const [first] = this.#again;
    if (first !== undefined && (first.notBefore <= at || task === undefined)) return this.#again.shift() ?? null;
    if (task === undefined) return null;
    this.#next += 1;
    return { task, attempts: task.attempts ?? 0, notBefore: 0 };
  }

  #ended(moment: UnitMoment): void {
    const { at, task, attempts, ok } = moment;
    if (ok) this.#breaker.answered();
    else {
      this.#breaker.failed(at);
      const { retry } = this.#parts.plan.workflow;
      const decision = decideRetry({
        retry,
        attempts,
        failure: { class: 'timeout' },
        retryAfterSeconds: null,
        nowMs: at,
      });
      if (decision.again) {
        this.#again.push({ task, attempts, notBefore: decision.notBefore });
        this.#again.sort((a, b) => a.notBefore - b.notBefore);
        return;
      }
    }
    this.answers.push(moment);
  }

  /** Defers the other tasks of a host; a host that is down uses up a try of each. */
  #deferRest(first: Waiting, start: number): void {
    const { plan } = this.#parts;
    const isDown = this.#breaker.openUntil >= start;
    const rest = this.#tasks.slice(this.#next).map((task) => ({ task, attempts: task.attempts ?? 0, notBefore: 0 }));
    for (const { task, attempts, notBefore } of [first, ...this.#again, ...rest]) {
      const tries = attempts + Number(isDown);
      if (tries >= plan.workflow.retry.attempts)
        this.answers.push({ at: start, task, attempts: tries, tookMs: 0, ok: false });
      else
        this.late.push({
          task,
          attempts: tries,
          notBefore: isDown ? Math.max(start, notBefore) : 0,
          reason: isDown ? 'back-off' : 'unit-time',
        });
    }
    this.#again = [];
  }
}
