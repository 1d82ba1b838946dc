import { Frontier } from '#core/frontier/frontier.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { BarrenCount } from '#engine/verify/audit/count-barren.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import { checkFrontier, checkLimits } from '#engine/verify/checks/check-counts.ts';
import { besideManifest } from '#engine/verify/checks/check-execution.ts';
import { checkLevels } from '#engine/verify/checks/check-level.ts';
import { applyCorrections, checkDuplicates, checkSettled } from '#engine/verify/checks/check-settled.ts';
import type { LoggedWave } from '#engine/verify/objects/read-manifests.ts';
import { type PlannedWave, readPlan } from '#engine/verify/objects/read-plan.ts';
import { replayChunks, type WaveAnswers } from '#engine/verify/replay-chunks.ts';
import { followRedirects } from '#engine/verify/tasks/follow-redirects.ts';
import { mergeCandidates } from '#engine/verify/tasks/merge-candidates.ts';
import { replayWalks } from '#engine/verify/tasks/replay-walks.ts';
import { seedTasks } from '#engine/verify/tasks/seed-tasks.ts';
import { settleTasks } from '#engine/verify/tasks/settle-tasks.ts';
import { admitSitemaps, givenSitemaps } from '#engine/verify/tasks/take-sitemaps.ts';

/** Closes one wave after another, as the log says, and compares each with what was committed. */
export class WaveReplay {
  readonly #audit: Audit;
  #plan: PlannedWave | null = null;
  #frontier: Frontier | null = null;

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  /** The plan of the wave that comes next; null when there is none. */
  get plan(): PlannedWave | null {
    return this.#plan;
  }

  /** The frontier of the last commit; null when it cannot be read. */
  get frontier(): Frontier | null {
    return this.#frontier;
  }

  /** @param next key of the plan that the same commit made; null when it made none */
  async close(logged: LoggedWave, next: string | null): Promise<void> {
    const { key, manifest } = logged;
    const { replay } = this.#audit;
    replay.wave = manifest.wave;
    const beside = besideManifest(key);
    const frontier = await this.#audit.objects.json(beside, Frontier, 'frontier-missing');
    if (manifest.wave === 0) beginBarren(this.#audit, frontier);
    const plan = this.#plan;
    const wave = await replayChunks(this.#audit, manifest, plan);
    countLone(plan, wave);
    const dethroned = settleTasks(this.#audit, manifest.wave, wave.answers);
    const refused = followRedirects(this.#audit, manifest.wave, wave.answers);
    const tasks = wave.answers.map(({ task }) => task).filter(({ sitemap }) => sitemap === null);
    const settled = [...tasks, ...refused];
    await checkSettled(this.#audit, manifest, { settled, answered: wave.answered, plan });
    await applyCorrections(this.#audit, manifest, dethroned);
    await this.#closeLevel(logged, frontier);
    this.#plan = next === null ? null : await readPlan(this.#audit, next, manifest.wave + 1);
    this.#frontier = frontier;
    if (frontier !== null) checkFrontier(this.#audit, beside, { frontier, wave: manifest.wave + 1 });
    replay.manifests[manifest.wave] = key;
    if (plan !== null) checkLimits(this.#audit, `wave ${manifest.wave}`, plan.limits);
  }

  /**
   * Merges when the commit did: it added lists, or kept none of the candidates (then all of them
   * must have been known). Wave 0 closes nothing: its lists are the seeds, and the sitemaps that
   * the workflow gives.
   */
  async #closeLevel(logged: LoggedWave, frontier: Frontier | null): Promise<void> {
    const { manifest } = logged;
    const audit = this.#audit;
    const { replay, workflow } = audit;
    const merged = manifest.wave === 0 ? seedTasks(audit) : new Map<number, MergedLevel>();
    if (manifest.wave === 0) givenSitemaps(audit);
    const takes = replay.sitemaps.length > 0 && frontier?.sitemaps.length === 0;
    const sitemaps = takes ? admitSitemaps(audit) : new Map<number, MergedLevel>();
    if (replay.entries.length > 0 && frontier?.entries.length === 0) {
      for (const [level, made] of mergeCandidates(audit, 'entries')) merged.set(level, made);
    }
    if (workflow.order === 'sample') {
      const walked = await replayWalks(audit, frontier);
      for (const [level, made] of walked ?? []) merged.set(level, made);
      if (walked !== null) checkDuplicates(audit);
      return checkLevels(audit, logged, { tasks: merged, sitemaps, due: new Map() });
    }
    const links = manifest.levels.some(({ level, sitemaps: own, due }) => !own && !due && !merged.has(level));
    if (links || (frontier?.candidates.length === 0 && replay.candidates.length > 0)) {
      for (const [level, made] of mergeCandidates(audit, 'candidates')) merged.set(level, made);
      checkDuplicates(audit);
    }
    const due = manifest.wave === 0 ? audit.due : new Map<number, MergedLevel>();
    await checkLevels(audit, logged, { tasks: merged, sitemaps, due });
  }
}

/**
 * An execution that began before groups of addresses were counted has no field for them, and counts
 * none.
 */
function beginBarren({ replay, workflow }: Audit, frontier: Frontier | null): void {
  const { barrenPages } = workflow.traps;
  if (barrenPages !== null && frontier?.barren !== undefined) replay.barren = new BarrenCount(barrenPages);
}

/**
 * Tasks that a unit had alone and of which nothing is known: `worker-died` needs two such units.
 */
function countLone(plan: PlannedWave | null, wave: WaveAnswers): void {
  for (const [unit, { size, tasks }] of plan?.units ?? []) {
    if (size !== 1 || wave.reported.has(unit)) continue;
    for (const task of tasks.values()) if (!wave.answered.has(task.key)) task.lone += 1;
  }
}
