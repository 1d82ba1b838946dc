import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { AttackPlace } from '#test/attack/targets/attacked-surf.ts';

/**
 * What the page is made of: the last run of each part, which are run apart. Written by
 * `npm run attack` alone.
 */
const FILE = new URL('../../reports/attack-runs.json', import.meta.url);

/** Where scenes run: hostile webs at a place; others stage themselves. */
export type RunPart = AttackPlace | 'staged';

/** The last run of one part. */
export interface PartRun {
  /** ISO date of the last whole run; attacks that were run again later have their own. */
  readonly date: string;
  readonly machine: string;
  /** Peak memory of a harmless page there; null where nothing measures it. */
  readonly baseMb: number | null;
  /**
   * Highest peak of a process that crawled units, by the memory of its function; at the deployment
   * only.
   */
  readonly workersPeakMb?: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly outcomes: Readonly<Record<string, KeptOutcome>>;
}

export type KeptOutcome = Pick<AttackOutcome, 'seen' | 'problems' | 'baseMb'> & { readonly peakMb: number | null };
export type AttackRuns = Readonly<Partial<Record<RunPart, PartRun>>>;

export const keptOutcome = ({ seen, problems, peakMb, baseMb }: AttackOutcome): KeptOutcome => ({
  seen,
  problems,
  peakMb: Number.isNaN(peakMb) ? null : Math.round(peakMb),
  ...(baseMb !== undefined && { baseMb: Math.round(baseMb) }),
});

export const readRuns = (): AttackRuns => (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {});

export function writeRuns(runs: AttackRuns): void {
  writeFileSync(FILE, `${JSON.stringify(runs, null, 2)}\n`);
}

/** A run of some attacks takes their places in the last whole run. */
export function withRun(
  runs: AttackRuns,
  part: RunPart,
  { run, isWhole }: { run: PartRun; isWhole: boolean },
): AttackRuns {
  const before = runs[part];
  if (isWhole || before === undefined) return { ...runs, [part]: run };
  const peaks = { ...before.workersPeakMb };
  for (const [size, peak] of Object.entries(run.workersPeakMb ?? {})) peaks[size] = Math.max(peaks[size] ?? 0, peak);
  const workersPeakMb = Object.keys(peaks).length === 0 ? {} : { workersPeakMb: peaks };
  return { ...runs, [part]: { ...before, ...workersPeakMb, outcomes: { ...before.outcomes, ...run.outcomes } } };
}
