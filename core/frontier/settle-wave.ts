import type { OutcomeLine, RedirectTarget } from '#core/archive/chunk-lines.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Outcome } from '#core/execution/outcome.ts';
import { SLOW_DELAY_MS } from '#core/frontier/frontier.ts';

/** What is known of a unit when its wave closes. */
export interface UnitEvidence {
  /** `<wave>/<unit>`: names the group that its halves form. */
  readonly id: string;
  readonly tasks: readonly PlanTask[];
  /** Outcome lines in chunk order, each with the base name of its chunk. */
  readonly lines: readonly { readonly line: OutcomeLine; readonly chunk: string }[];
  /** Its last chunk was there. */
  readonly reported: boolean;
  readonly begun: boolean;
  readonly died: boolean;
}

/** A task that has its outcome, with the line that says so (none for `worker-died`). */
export interface Settled {
  readonly task: PlanTask;
  readonly outcome: Outcome;
  readonly line: OutcomeLine | null;
  readonly chunk: string | null;
}

export interface SettledWave {
  readonly settled: Settled[];
  /** Put off or left over; with `notBefore` where that is later. */
  readonly carry: PlanTask[];
  readonly parked: PlanTask[];
  /** Redirects, in order of (level, rank) of their source. */
  readonly redirects: { readonly source: PlanTask; readonly target: RedirectTarget }[];
  /** Something settled, was deferred or halved. */
  readonly progress: boolean;
  /** A begun unit reported or died: only then an unproductive wave counts towards `failed(stuck)`. */
  readonly tried: boolean;
}

/** Deaths of a unit that had one task only, after which the task is `failed(worker-died)`. */
const LONE_DEATHS = 2;

/**
 * Closes a wave: the first settling outcome of a task in (unit, chunk) order counts; what no unit settled is left over (design.md §3).
 *
 * - deferred: carried, or parked when its next try is later than `patienceMs`;
 * - unreported by a unit that reported or never died: carried as it is;
 * - unreported by a died unit: carried in halves; alone in two died units: failed(worker-died).
 *
 * Pure.
 */
export function settleWave(units: readonly UnitEvidence[], now: number, patienceMs: number): SettledWave {
  const wave: SettledWave & { progress: boolean; tried: boolean } = {
    settled: [],
    carry: [],
    parked: [],
    redirects: [],
    progress: false,
    tried: units.some((unit) => unit.begun && (unit.reported || unit.died)),
  };
  for (const unit of units) {
    const answers = answersOf(unit);
    const rest: PlanTask[] = [];
    for (const task of unit.tasks) {
      const answer = answers.get(task.key);
      if (answer === undefined) rest.push(task);
      else if (answer.line.outcome.type === 'deferred')
        defer(wave, putOff(task, answer.line), { now, patienceMs, line: answer.line });
      else settle(wave, task, { line: answer.line, outcome: answer.line.outcome, chunk: answer.chunk });
    }
    leave(wave, unit, rest);
  }
  wave.redirects.sort((a, b) => a.source.level - b.source.level || a.source.rank - b.source.rank);
  return wave;
}

type Answer = UnitEvidence['lines'][number];

/** Of each task the first settling line, or else the last deferral. */
function answersOf(unit: UnitEvidence): Map<string, Answer> {
  const answers = new Map<string, Answer>();
  for (const answer of unit.lines) {
    const before = answers.get(answer.line.key);
    if (before === undefined || before.line.outcome.type === 'deferred') answers.set(answer.line.key, answer);
  }
  return answers;
}

function settle(
  wave: SettledWave & { progress: boolean },
  task: PlanTask,
  answer: { line: OutcomeLine; outcome: Outcome; chunk: string },
): void {
  wave.progress = true;
  wave.settled.push({ task, ...answer });
  if (answer.outcome.type === 'redirected' && answer.line.target !== undefined) {
    wave.redirects.push({ source: task, target: answer.line.target });
  }
}

/** The task as it is tried again: what it went through is kept, marks of bisection go. */
function putOff(task: PlanTask, line: OutcomeLine): PlanTask {
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

function defer(
  wave: SettledWave & { progress: boolean },
  task: PlanTask,
  how: { now: number; patienceMs: number; line: OutcomeLine },
): void {
  wave.progress = true;
  const slow = how.line.outcome.type === 'deferred' && how.line.outcome.reason === 'crawl-delay';
  const wait = (task.notBefore ?? 0) - how.now;
  if (wait > how.patienceMs || (slow && wait > SLOW_DELAY_MS)) wave.parked.push(task);
  else wave.carry.push(task);
}

/** Tasks without any answer. */
function leave(wave: SettledWave & { progress: boolean }, unit: UnitEvidence, rest: readonly PlanTask[]): void {
  if (rest.length === 0) return;
  if (unit.reported || !unit.died) {
    wave.carry.push(...rest);
    return;
  }
  const alone = unit.tasks.length === 1;
  if (alone || rest.length > 1) wave.progress = true;
  for (const task of rest) {
    const deaths = (task.alone ?? 0) + (alone ? 1 : 0);
    if (deaths >= LONE_DEATHS) {
      wave.progress = true;
      wave.settled.push({ task, outcome: { type: 'failed', reason: 'worker-died' }, line: null, chunk: null });
    } else {
      wave.carry.push({
        ...task,
        most: Math.max(1, unit.tasks.length >> 1),
        group: unit.id,
        ...(deaths > 0 && { alone: deaths }),
      });
    }
  }
}
