import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { sha256Prefix } from '#core/bytes/digest.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { originOf } from '#core/url/origin.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask, SettledTask } from '#engine/verify/audit/known-task.ts';
import { type Answer, isPage, type Replay } from '#engine/verify/audit/replay.ts';

/**
 * Settles a wave's answered tasks.
 * @returns pages that were settled before and are duplicates now, each with the page that has its
 * digest
 */
export function settleTasks(
  { replay, workflow }: Audit,
  wave: number,
  answers: readonly Answer[],
): Map<KnownTask, KnownTask> {
  const pages: KnownTask[] = [];
  for (const { task, line, base } of answers) {
    task.settled = settledBy({ task, line, base }, wave);
    if (task.sitemap !== null) continue;
    if (task.settled.digest !== null) pages.push(task);
    if (isPage(task.settled.outcome)) {
      replay.answered.add(originOf(task.url as CrawlUrl));
      replay.barren?.page(task, line);
    }
    if (isPage(task.settled.outcome) && line.cut === true) replay.cutPages += 1;
    if (line.outcome.type === 'stored') replay.bytes += line.bytes ?? 0;
    if (line.outcome.type === 'notModified') replay.savedBytes += line.bytes ?? 0;
  }
  // Depth-first crawls one by one: the first page of a digest is the page.
  const openLevel = workflow.order === 'depth-first' ? null : replay.level;
  const dethroned = settleDigests(replay, pages, { wave, openLevel });
  for (const { task } of answers) {
    if (task.settled === null || task.sitemap !== null) continue;
    replay.tally.settle(task.level, task.settled.outcome);
    if (isPage(task.settled.outcome)) replay.countPage(task, 1);
  }
  return dethroned;
}

/**
 * A task that killed two workers that had nothing else. No line says so: units that die write none.
 */
export function settleDied(replay: Replay, wave: number, task: KnownTask): void {
  const outcome: Outcome = { type: 'failed', reason: 'worker-died' };
  task.settled = { ...nothingFetched(outcome, wave), rest: '' };
  replay.tally.settle(task.level, outcome);
}

/** A redirect target that a rule refused. */
export const refusedTarget = (outcome: Outcome, wave: number): SettledTask => nothingFetched(outcome, wave);

function settledBy({ task, line, base }: Answer, wave: number): SettledTask {
  const { outcome, warc, body } = line;
  const place = body ?? warc;
  return {
    wave,
    outcome: outcome as Outcome,
    status: line.status ?? null,
    bytes: line.bytes ?? null,
    object: body?.object ?? (warc === undefined ? null : `${base}${CHUNK_SUFFIX.warc}`),
    chunk: warc === undefined || body !== undefined ? base : null,
    offset: place?.offset ?? 0,
    length: place?.length ?? 0,
    rest: restOf({ ...line, errors: line.errors ?? task.errors }),
    digest: comparedDigest(line),
    changed: wave,
    indexed: task.sitemap !== null, // a sitemap has no row
  };
}

/** Null for no page, and for the first bytes of one: nobody knows whether it is a copy. */
function comparedDigest({ outcome, digest, cut }: Answer['line']): string | null {
  return isPage(outcome as Outcome) && digest !== undefined && cut !== true ? digest.slice(0, 32) : null;
}

const nothingFetched = (outcome: Outcome, wave: number): SettledTask => ({
  wave,
  outcome,
  status: null,
  bytes: null,
  object: null,
  chunk: null,
  offset: 0,
  length: 0,
  rest: restOf({}),
  digest: null,
  changed: wave,
  indexed: false,
});

/** Fingerprint of what a row says besides; null and absent are one. */
export function restOf(of: {
  readonly contentType?: unknown;
  readonly title?: unknown;
  readonly titleCut?: unknown;
  readonly cut?: unknown;
  readonly attempts?: unknown;
  readonly startedAt?: unknown;
  readonly endedAt?: unknown;
  readonly errors?: unknown;
}): string {
  const errors = Array.isArray(of.errors) ? of.errors : [];
  const errorTexts = errors.map((error: Record<string, unknown> | null) => [error?.code, error?.message, error?.at]);
  const title = [of.title ?? null, of.titleCut ?? false, of.cut ?? false];
  const fields = [of.contentType ?? null, ...title, of.attempts ?? 0, of.startedAt ?? null, of.endedAt ?? null];
  return sha256Prefix(JSON.stringify([...fields, errorTexts]));
}

/**
 * Pages with one digest are one page (H8): the one of lowest rank in the first level that had it
 * stays; a page of a closed level always does.
 * @returns pages of earlier waves that lost their digest
 */
function settleDigests(
  replay: Replay,
  pages: readonly KnownTask[],
  { wave, openLevel }: { wave: number; openLevel: number | null },
): Map<KnownTask, KnownTask> {
  const dethroned = new Map<KnownTask, KnownTask>();
  for (const [digest, group] of byDigest(pages)) {
    const before = replay.holders.get(digest);
    const lowest = group.reduce((least, page) => (isLower(page, least) ? page : least));
    const open = before?.level === openLevel && lowest.level === openLevel;
    const holder = before === undefined || (open && isLower(lowest, before)) ? lowest : before;
    replay.holders.set(digest, holder);
    for (const page of group) if (page !== holder) becomeDuplicate(replay, page, holder);
    if (before === undefined || before === holder) continue;
    dethroned.set(before, holder);
    replay.tally.settle(before.level, before.settled?.outcome ?? { type: 'stored' }, -1);
    replay.countPage(before, -1);
    becomeDuplicate(replay, before, holder);
    if (before.settled === null) continue;
    replay.tally.settle(before.level, before.settled.outcome);
    before.settled.changed = wave;
  }
  return dethroned;
}

function becomeDuplicate(replay: Replay, page: KnownTask, holder: KnownTask): void {
  if (page.settled === null) return;
  page.settled.outcome = { type: 'duplicate', of: holder.key as Extract<Outcome, { type: 'duplicate' }>['of'] };
  replay.duplicates.push(page);
}

const isLower = (a: KnownTask, b: KnownTask): boolean =>
  a.level !== b.level ? a.level < b.level : a.rank !== b.rank ? a.rank < b.rank : a.key < b.key;

function byDigest(pages: readonly KnownTask[]): Map<string, KnownTask[]> {
  const groups = new Map<string, KnownTask[]>();
  for (const page of pages) {
    const digest = page.settled?.digest ?? '';
    const group = groups.get(digest);
    if (group === undefined) groups.set(digest, [page]);
    else group.push(page);
  }
  return groups;
}
