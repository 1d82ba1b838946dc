import type { CandidateLine, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { partBytes } from '#core/archive/chunk/part-bytes.ts';
import type { Manifest, ManifestChunk } from '#core/archive/manifest.ts';
import { PAGE_CASH } from '#core/frontier/cash.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { Answer } from '#engine/verify/audit/replay.ts';
import { checkParts } from '#engine/verify/checks/check-warc.ts';
import { type ChunkContent, readChunk } from '#engine/verify/objects/read-chunk.ts';
import type { PlannedUnit, PlannedWave } from '#engine/verify/objects/read-plan.ts';
import { betterOf } from '#engine/verify/tasks/merge-candidates.ts';

/** Answers in the chunks of a wave. */
export interface WaveAnswers {
  /** First settling outcomes, by unit, in the order of the plan. */
  readonly answers: readonly Answer[];
  /** Units whose last chunk is there. */
  readonly reported: ReadonlySet<number>;
  /** Tasks with any outcome line, deferred ones included. */
  readonly answered: ReadonlySet<string>;
}

/**
 * Reads a wave's chunks in (unit, chunk) order: outcomes, candidates (kept for the next merge) and
 * archive.
 */
export async function replayChunks(audit: Audit, manifest: Manifest, plan: PlannedWave | null): Promise<WaveAnswers> {
  const best: BestLines = { candidates: new Map(), sitemaps: new Map(), entries: new Map() };
  const answers: Answer[] = [];
  const reported = new Set<number>();
  const answered = new Set<string>();
  for (const [unit, chunks] of byUnit(manifest.chunks)) {
    const planned = plan?.units.get(unit);
    const first = new Map<string, { line: OutcomeLine; base: string }>();
    checkNumbers(audit, chunks);
    for (const listed of chunks) {
      const chunk = await readChunk(audit, manifest.wave, listed);
      if (chunk === null) continue;
      if (chunk.head.final) reported.add(unit);
      checkFinal(audit, chunk, listed === chunks.at(-1));
      takeOutcomes(audit, chunk, { planned, first });
      takeCandidates(audit, chunk, { planned, best });
      checkCash(audit, chunk);
      await checkParts(audit, chunk, planned);
      audit.replay.storedBytes += listed.bytes + partBytes(chunk.end);
    }
    for (const key of first.keys()) answered.add(key);
    for (const task of planned?.tasks.values() ?? []) {
      const answer = first.get(task.key);
      if (answer?.line.outcome.type === 'deferred') task.errors = answer.line.errors;
      else if (answer !== undefined) answers.push({ task, ...answer });
    }
  }
  for (const kind of ['candidates', 'sitemaps', 'entries'] as const) {
    if (best[kind].size > 0) audit.replay[kind].push(best[kind]);
  }
  return { answers, reported, answered };
}

function byUnit(chunks: readonly ManifestChunk[]): Map<number, ManifestChunk[]> {
  const units = new Map<number, ManifestChunk[]>();
  for (const chunk of [...chunks].sort((a, b) => a.unit - b.unit || a.n - b.n)) {
    const unit = units.get(chunk.unit);
    if (unit === undefined) units.set(chunk.unit, [chunk]);
    else unit.push(chunk);
  }
  return units;
}

/** A unit's chunks are numbered from 0, each once. */
function checkNumbers(audit: Audit, chunks: readonly ManifestChunk[]): void {
  let next = 0;
  for (const { n, base } of chunks) {
    if (n < next) audit.differences.add('chunk-twice', base, { expected: `number ${next}`, found: n });
    else if (n > next) audit.differences.add('chunk-gap', base, { expected: `number ${next}`, found: n });
    next = n + 1;
  }
}

function checkFinal(audit: Audit, { base, head }: ChunkContent, last: boolean): void {
  if (head.final && !last)
    audit.differences.add('chunk-gap', base, { expected: 'the last chunk', found: 'others after it' });
}

/** A page has as much cash as every other, and gives no more. */
function checkCash(audit: Audit, { base, candidates, outcomes }: ChunkContent): void {
  const given = candidates.reduce((sum, { cash = 0 }) => sum + cash, 0);
  const most = outcomes.length * PAGE_CASH;
  if (given > most) audit.differences.add('cash', base, { expected: `at most ${most}`, found: given });
}

interface UnitDraft {
  readonly planned: PlannedUnit | undefined;
  readonly first: Map<string, { line: OutcomeLine; base: string }>;
}

/** Takes each task's first settling line, else its last deferral; later ones settle nothing. */
function takeOutcomes(audit: Audit, chunk: ChunkContent, { planned, first }: UnitDraft): void {
  for (const line of chunk.outcomes) {
    if (planned?.tasks.has(line.key) !== true) {
      const what = { expected: 'a task of the plan of this unit', found: line.outcome };
      audit.differences.add('outcome-unplanned', `${chunk.base} task ${line.key}`, what);
      continue;
    }
    const before = first.get(line.key);
    if (before === undefined || before.line.outcome.type === 'deferred')
      first.set(line.key, { line, base: chunk.base });
  }
}

/**
 * Links, sitemaps and entries of the sitemap's own level are merged one after another: each kind
 * for itself.
 */
type BestLines = Record<'candidates' | 'sitemaps' | 'entries', Map<string, CandidateLine>>;

/** Takes the best candidate of each key in the wave, as the workers knew it, with all cash. */
function takeCandidates(
  audit: Audit,
  chunk: ChunkContent,
  { planned, best: kinds }: { planned: PlannedUnit | undefined; best: BestLines },
): void {
  for (const line of chunk.candidates) {
    const by = planned?.tasks.get(line.by);
    if (by?.level !== line.level || by.rank !== line.rank) {
      const expected = by === undefined ? 'a page of this unit' : { level: by.level, rank: by.rank };
      const found = { by: line.by, level: line.level, rank: line.rank };
      audit.differences.add('candidate-unplanned', `${chunk.base} candidate ${line.key}`, { expected, found });
    }
    const best = line.sitemap ? kinds.sitemaps : line.entry ? kinds.entries : kinds.candidates;
    const place = line.moved ? `${line.key}/${line.by}` : line.key;
    best.set(place, betterOf(best.get(place), line));
  }
}
