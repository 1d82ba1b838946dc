import type { Manifest } from '#core/archive/manifest.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { Line } from '#engine/verify/audit/object-reader.ts';
import { checkRow } from '#engine/verify/checks/check-row.ts';
import type { PlannedWave } from '#engine/verify/objects/read-plan.ts';
import { settleDied } from '#engine/verify/tasks/settle-tasks.ts';

const CODES = { missing: 'settled-missing', count: 'settled-count' } as const;
/** Units that had a task alone and died, after which it is `failed(worker-died)`. */
const LONE_DEATHS = 2;

/**
 * Compares the list of what a wave settled with what its chunks say.
 * @param settled what this wave settled
 */
export async function checkSettled(
  audit: Audit,
  manifest: Manifest,
  wave: { settled: readonly KnownTask[]; answered: ReadonlySet<string>; plan: PlannedWave | null },
): Promise<void> {
  const { differences, objects } = audit;
  const { object = 'settled.jsonl', rows = 0 } = manifest.settled ?? {};
  const lines = manifest.settled === null ? [] : await objects.counted(object, rows, CODES);
  const left = new Map(wave.settled.map((task) => [task.key, task]));
  let died = 0;
  for (const line of lines) {
    const key = String(line.key);
    const where = `${object} task ${key}`;
    const task = left.get(key) ?? diedTask(audit, line, wave);
    if (task?.settled) {
      left.delete(key);
      died += task.settled.rest === '' ? 1 : 0;
      checkRow(audit, line, { task, settled: task.settled, code: 'settled-row', where });
    } else differences.add('settled-unproven', where, { expected: 'an outcome line', found: line.outcome });
  }
  differences.compare('settled-count', `wave ${manifest.wave} died`, { expected: died, found: manifest.died });
  for (const task of left.values()) {
    differences.add('settled-missing', `${object} task ${task.key}`, {
      expected: task.settled?.outcome,
      found: 'none',
    });
  }
}

/** Dead workers write nothing: that a task killed them is proved by the plans that had it alone. */
function diedTask(
  { differences, replay }: Audit,
  line: Line,
  wave: { answered: ReadonlySet<string>; plan: PlannedWave | null },
): KnownTask | undefined {
  const task = replay.tasks.get(String(line.key));
  const { type, reason } = (line.outcome ?? {}) as { type?: unknown; reason?: unknown };
  if (type !== 'failed' || reason !== 'worker-died' || wave.plan === null) return undefined;
  if (task === undefined || task.settled !== null || wave.answered.has(task.key)) return undefined;
  if (task.lone < LONE_DEATHS) {
    const what = { expected: `${LONE_DEATHS} units that had it alone`, found: task.lone };
    differences.add('died-unproven', `task ${task.key}`, what);
  }
  settleDied(replay, wave.plan.wave, task);
  return task;
}

/**
 * Applies a wave's corrections: pages that turned out to be duplicates, and duplicates whose page
 * is another.
 * @param dethroned pages that this wave made duplicates: each needs a correction
 */
export async function applyCorrections(
  audit: Audit,
  manifest: Manifest,
  dethroned: ReadonlyMap<KnownTask, KnownTask>,
): Promise<void> {
  const { differences, replay, objects } = audit;
  const { object = 'corrections.jsonl', rows = 0 } = manifest.corrections ?? {};
  const lines = manifest.corrections === null ? [] : await objects.counted(object, rows, CODES);
  const listed = new Set<string>();
  for (const line of lines) {
    const key = String(line.key);
    const settled = replay.tasks.get(key)?.settled;
    const holder = settled?.digest ? replay.holders.get(settled.digest) : undefined;
    listed.add(key);
    if (holder === undefined || holder.key !== line.of || settled?.outcome.type !== 'duplicate') {
      const expected = holder?.key ?? 'no correction of this task';
      differences.add('duplicate-holder', `${object} task ${key}`, { expected, found: line.of });
      continue;
    }
    settled.outcome = { ...settled.outcome, of: line.of as typeof settled.outcome.of };
    settled.changed = manifest.wave;
  }
  for (const [task, holder] of dethroned) {
    if (listed.has(task.key)) continue;
    differences.add('duplicate-holder', `${object} task ${task.key}`, { expected: holder.key, found: 'no correction' });
  }
}

/**
 * Checks, once a level is closed or the execution has ended, that every duplicate names the page
 * that has its digest.
 */
export function checkDuplicates({ replay, differences }: Audit): void {
  for (const { key, settled } of replay.duplicates) {
    const holder = settled?.digest ? replay.holders.get(settled.digest)?.key : undefined;
    if (settled?.outcome.type !== 'duplicate') continue;
    differences.compare('duplicate-holder', `task ${key}`, { expected: holder, found: settled.outcome.of });
  }
  replay.duplicates = replay.duplicates.filter((task) => task.level >= replay.level);
}
