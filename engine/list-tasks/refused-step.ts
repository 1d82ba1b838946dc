import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import type { TaskCursor } from '#core/execution/task-cursor.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { decodeSeen } from '#core/frontier/segments/seen-record.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { SegmentStore } from '#engine/frontier/lines/segment-store.ts';
import { manifestOfWave } from '#engine/frontier/wave-log.ts';
import { type PlacedLine, partLines } from '#engine/list-tasks/part-lines.ts';
import { firstPending } from '#engine/list-tasks/reported-step.ts';
import type { StepSource, TaskStep } from '#engine/list-tasks/task-step.ts';
import { refusedDraft } from '#engine/list-tasks/task-view.ts';

type RefusedCursor = Extract<TaskCursor, { phase: 'refused' }>;

/** Most keys of a large seen set that a step looks up: each may be a read. */
const FEW_KEYS = 8;
const LARGE_SEEN_BYTES = 32 * 1024 * 1024;
const GAP_BYTES = 4 * 1024 * 1024;

/**
 * URLs that a rule refused when their level was merged: a part of one list, from the last wave back
 * to the first.
 */
export async function refusedStep(source: StepSource, cursor: RefusedCursor): Promise<TaskStep> {
  const { archive, row } = source;
  const manifest = cursor.wave === 0 && row.wave === 0 ? null : await manifestOfWave(archive, row, cursor.wave - 1);
  const object = manifest?.levels[cursor.level]?.skipped;
  if (manifest === null || object === undefined || object === null) {
    return { tasks: [], next: nextList(row.wave, cursor, manifest?.levels.length ?? 0) };
  }
  const { lines, last } = await partLines(archive, object, cursor.at);
  const { level } = manifest.levels[cursor.level] ?? { level: 0 };
  const { known, taken } = await stillRefused(source, lines);
  const end = last && taken === lines.length ? nextList(row.wave, cursor, manifest.levels.length) : null;
  const at = (n: number): TaskCursor => ({ ...cursor, at: lines[n - 1]?.end ?? cursor.at });
  const tasks = known.map(({ candidate, place }) => ({
    draft: refusedDraft({ level, candidate }),
    next: end !== null && place + 1 === taken ? end : at(place + 1),
  }));
  return { tasks, next: end ?? at(taken) };
}

/**
 * The list behind this one. Manifests count from the wave that they close; that of the seeds closes
 * none.
 */
function nextList(waves: number, { wave, level }: RefusedCursor, levels: number): TaskCursor {
  if (level + 1 < levels) return { phase: 'refused', wave, level: level + 1, at: 0 };
  if (wave > 1) return { phase: 'refused', wave: wave - 1, level: 0, at: 0 };
  return firstPending(waves);
}

interface Known {
  readonly candidate: Candidate;
  readonly place: number;
}

/**
 * Lines that are still refused. A `nofollow` or `off-topic` refusal is decided again if another
 * link reaches the URL: then the seen set says so, and it is listed elsewhere.
 * @returns what still is refused, and how many of the lines that took
 */
async function stillRefused(
  source: StepSource,
  lines: readonly PlacedLine[],
): Promise<{ known: Known[]; taken: number }> {
  const all = lines.map(({ text }, place) => ({ candidate: JSON.parse(text) as Candidate, place }));
  const unsure = all.filter(({ candidate }) => isRefusedByLink(candidate));
  const { archive, row } = source;
  if (unsure.length === 0 || row.frontier === null) return { known: all, taken: lines.length };
  const { seen } = await readJson<Frontier>(archive, row.frontier, 'lists');
  const bytes = seen.reduce((sum, { count, recordBytes }) => sum + count * recordBytes, 0);
  const probed = bytes > LARGE_SEEN_BYTES ? unsure.slice(0, FEW_KEYS) : unsure;
  const taken = unsure[probed.length]?.place ?? lines.length;
  const sorted = [...probed].sort((a, b) => (a.candidate.key < b.candidate.key ? -1 : 1));
  const keys = sorted.map(({ candidate }) => candidate.key);
  const gapBytes = bytes > LARGE_SEEN_BYTES ? 0 : GAP_BYTES;
  const records = await new SegmentStore(archive, () => '').lookup(seen, keys, { gapBytes });
  const changed = new Set<number>();
  for (const [i, { place }] of sorted.entries()) {
    const record = records.get(i);
    if (record !== undefined && !isRefusedByLink(decodeSeen(record))) changed.add(place);
  }
  return { known: all.filter(({ place }) => place < taken && !changed.has(place)), taken };
}
