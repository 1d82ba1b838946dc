import type { Frontier } from '#core/frontier/frontier.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import { isSettledSitemap } from '#engine/verify/audit/replay.ts';
import { readLevelList } from '#engine/verify/objects/level-list.ts';
import type { PlannedWave } from '#engine/verify/objects/read-plan.ts';

/**
 * Everything that is pending is in exactly one place of the last frontier: plan, carry, parked, or
 * behind a list's cursor; so is every candidate.
 */
export async function checkPending(audit: Audit, frontier: Frontier, plan: PlannedWave | null): Promise<void> {
  const places = new Places(audit);
  for (const unit of plan?.units.values() ?? []) for (const key of unit.tasks.keys()) places.add(key, 'the plan');
  for (const file of [frontier.carry, frontier.parked]) {
    if (file === null) continue;
    const codes = { missing: 'pending-missing', count: 'pending-missing' } as const;
    const lines = await audit.objects.counted(file.object, file.count, codes);
    for (const line of lines) places.add(String(line.key), file.object);
  }
  await addLists(audit, frontier, places);
  places.finish();
  await checkCandidates(audit, frontier);
}

/** Places of pending tasks. */
class Places {
  readonly #audit: Audit;
  readonly #found = new Map<string, string>();

  constructor(audit: Audit) {
    this.#audit = audit;
  }

  add(key: string, place: string): void {
    const { replay, differences } = this.#audit;
    const task = replay.tasks.get(key);
    const before = this.#found.get(key);
    if (task === undefined || task.settled !== null) {
      const expected = task?.settled ? 'a pending task' : 'a task that was admitted';
      differences.add('pending-unknown', `${place} task ${key}`, { expected, found: task?.settled?.outcome ?? key });
    } else if (before !== undefined) {
      differences.add('pending-twice', `task ${key}`, { expected: `only ${before}`, found: place });
    }
    this.#found.set(key, place);
  }

  finish(): void {
    const { replay, differences } = this.#audit;
    for (const task of replay.tasks.values()) {
      if (task.settled !== null || this.#found.has(task.key) || isSettledSitemap(task)) continue;
      differences.add('pending-missing', `task ${task.key}`, { expected: task.url, found: 'nowhere' });
    }
  }
}

async function addLists(audit: Audit, frontier: Frontier, places: Places): Promise<void> {
  const { objects, differences, lists } = audit;
  const bytes = frontier.cursors === null ? null : await objects.bytes(frontier.cursors, 'pending-missing');
  const view = new DataView(Uint8Array.from(bytes ?? []).buffer);
  const taken = (at: number): number => (4 * at + 4 <= view.byteLength ? view.getUint32(4 * at, true) : 0);
  for (const ref of frontier.lists) {
    const tasks = lists.get(ref.list);
    if (tasks !== ref.tasks) {
      const what = { expected: tasks ?? 'a list of a manifest', found: ref.tasks };
      differences.add('pending-unknown', ref.list, what);
    }
    let rest = 0;
    for (const { line, hostNumber, nth } of await readLevelList(audit, ref.list)) {
      if (nth < taken(ref.cursor + hostNumber)) continue;
      places.add(String(line.key), ref.list);
      rest += 1;
    }
    const what = { expected: ref.tasks - ref.taken, found: rest };
    differences.compare('pending-missing', `${ref.list} behind the cursors`, what);
  }
}

/**
 * Candidates that are not merged yet are in runs; which of two of one key counts is compared when
 * they are merged.
 */
async function checkCandidates(audit: Audit, frontier: Frontier): Promise<void> {
  const { objects, replay, differences } = audit;
  const kept = new Set<string>();
  for (const { object, count } of [...frontier.candidates, ...frontier.sitemaps, ...frontier.entries]) {
    const codes = { missing: 'candidate-missing', count: 'candidate-missing' } as const;
    const links = object.endsWith('.jsonl')
      ? await objects.counted(object, count, codes)
      : await objects.countedLinks(object, count, codes);
    for (const { key } of links) kept.add(String(key));
  }
  for (const wave of [...replay.candidates, ...replay.sitemaps, ...replay.entries]) {
    for (const { key, url } of wave.values()) {
      if (!kept.has(key))
        differences.add('candidate-missing', `candidate ${key}`, { expected: url, found: 'in no run' });
    }
  }
}
