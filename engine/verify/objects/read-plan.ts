import { Plan, type PlanTask } from '#core/archive/plan.ts';
import type { Limits } from '#core/workflow/limits.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import { hostOf } from '#engine/verify/audit/replay.ts';
import { sameJson } from '#engine/verify/audit/same-json.ts';

/** A wave's plan, its tasks found among those that were admitted. */
export interface PlannedWave {
  readonly wave: number;
  readonly limits: Limits;
  readonly units: ReadonlyMap<number, PlannedUnit>;
}

export interface PlannedUnit {
  /** Number of tasks in the plan; `tasks` has those that may be crawled. */
  readonly size: number;
  readonly tasks: ReadonlyMap<string, KnownTask>;
}

/**
 * Reads a plan, proves that each of its tasks was admitted, is pending and there once, and counts
 * it as planned.
 */
export async function readPlan(audit: Audit, key: string, wave: number): Promise<PlannedWave | null> {
  const { objects, differences } = audit;
  const plan = await objects.json(key, Plan, 'plan-missing');
  const bytes = plan === null ? null : await objects.bytes(plan.tasks, 'plan-missing');
  if (plan === null || bytes === null) return null;
  checkPlan(audit, key, { plan, wave });
  const units = new Map<number, PlannedUnit>();
  const known = new PlannedTasks(audit, plan);
  let next = 0;
  for (const { unit, offset, bytes: length, tasks } of plan.units) {
    const where = `${plan.tasks} unit ${unit}`;
    const lines = [...objects.lines(where, bytes.subarray(offset, offset + length), 'plan-missing')];
    const found = { offset, tasks: lines.length, twice: units.has(unit) };
    const expected = { offset: next, tasks, twice: false };
    if (!sameJson(expected, found)) differences.add('plan-missing', where, { expected, found });
    next = offset + length;
    units.set(unit, { size: tasks, tasks: known.take(unit, lines as unknown as PlanTask[]) });
  }
  differences.compare('plan-missing', plan.tasks, { expected: next, found: bytes.length });
  return { wave, limits: plan.workflow.limits, units };
}

function checkPlan(audit: Audit, key: string, { plan, wave }: { plan: Plan; wave: number }): void {
  const { row, replay, differences } = audit;
  const { limits: _own, ...own } = audit.workflow;
  const { limits: _planned, ...found } = plan.workflow;
  // A role and the deployment bound both: a plan may have less, and never more.
  const parallelism = Math.min(found.parallelism, row.parallelism ?? own.parallelism);
  const unitSeconds = Math.min(found.unitSeconds, own.unitSeconds);
  const expected = { ...own, parallelism, unitSeconds };
  if (!sameJson(expected, found)) differences.add('plan-workflow', `${key} workflow`, { expected, found });
  const scope = { expected: [...replay.scopeSeeds], found: [...new Set(plan.scopeSeeds)] };
  if (!sameJson(scope.expected, scope.found)) differences.add('plan-workflow', `${key} scopeSeeds`, scope);
  const sketched = { expected: replay.barren?.sketched ?? [], found: plan.sketched ?? [] };
  if (!sameJson(sketched.expected, sketched.found)) differences.add('plan-sketched', key, sketched);
  differences.compare('plan-workflow', `${key} wave`, { expected: wave, found: plan.wave });
  differences.compare('plan-workflow', `${key} level`, { expected: replay.level, found: plan.level });
  differences.compare('plan-workflow', `${key} execution`, { expected: row.id, found: plan.execution });
}

/** The tasks of one plan, checked one by one. */
class PlannedTasks {
  readonly #audit: Audit;
  readonly #where: string;
  readonly #depth: number;
  readonly #taken = new Set<string>();
  readonly #hosts = new Map<string, number>();

  constructor(audit: Audit, plan: Plan) {
    this.#audit = audit;
    this.#where = plan.tasks;
    this.#depth = plan.workflow.limits.depth ?? Number.POSITIVE_INFINITY;
  }

  take(unit: number, lines: readonly PlanTask[]): Map<string, KnownTask> {
    const tasks = new Map<string, KnownTask>();
    for (const line of lines) {
      const task = this.#known(line);
      if (task === null) continue;
      tasks.set(task.key, task);
      this.#checkHost(unit, task);
      if (task.planned) continue;
      task.planned = true;
      if (task.sitemap === null) this.#audit.replay.tally.plan(task.level);
    }
    return tasks;
  }

  #known(line: PlanTask): KnownTask | null {
    const { replay, differences } = this.#audit;
    const where = `${this.#where} task ${line.key}`;
    const task = replay.tasks.get(line.key);
    if (task === undefined) {
      differences.add('plan-task-unknown', where, { expected: 'a task that was admitted', found: line.url });
      return null;
    }
    if (task.settled !== null) {
      differences.add('plan-task-settled', where, { expected: 'a pending task', found: task.settled.outcome });
      return null;
    }
    if (this.#taken.has(line.key)) {
      differences.add('plan-task-twice', where, { expected: 'one line', found: 'another' });
      return null;
    }
    this.#taken.add(line.key);
    const expected = sayOf(task);
    const found = sayOf({
      ...line,
      via: line.via ?? null,
      hop: line.hop ?? 0,
      seed: line.seed ?? false,
      sitemap: line.sitemap ?? null,
    });
    differences.compare('plan-task', where, { expected, found });
    this.#checkBase(where, task, line);
    if (task.level > this.#depth) {
      differences.add('limit-depth', where, { expected: `at most ${this.#depth}`, found: task.level });
    }
    return task;
  }

  #checkBase(where: string, task: KnownTask, line: PlanTask): void {
    const { base, differences } = this.#audit;
    if (base === null) return; // it cannot be read, which was said
    const expected = base?.pageOf(task);
    if (sameJson(expected, line.base)) return;
    differences.add('plan-base', where, { expected: expected ?? 'nothing', found: line.base ?? 'nothing' });
  }

  #checkHost(unit: number, task: KnownTask): void {
    const host = hostOf(task.url);
    const other = this.#hosts.get(host);
    if (other === undefined) this.#hosts.set(host, unit);
    else this.#audit.differences.compare('plan-host', `${this.#where} host ${host}`, { expected: other, found: unit });
  }
}

const sayOf = (
  task: Pick<KnownTask, 'url' | 'level' | 'rank' | 'via' | 'hop' | 'seed' | 'sitemap' | 'depthLeft'>,
): string =>
  JSON.stringify([task.url, task.level, task.rank, task.via, task.hop, task.seed, task.sitemap, task.depthLeft]);
