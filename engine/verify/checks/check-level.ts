import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Audit } from '#engine/verify/audit/audit.ts';
import type { KnownTask } from '#engine/verify/audit/known-task.ts';
import type { MergedLevel } from '#engine/verify/audit/merged-level.ts';
import type { Line } from '#engine/verify/audit/object-reader.ts';
import { hostOf } from '#engine/verify/audit/replay.ts';
import { readLevelList } from '#engine/verify/objects/level-list.ts';

/** Merged entries by level: tasks, and sitemaps, which have their own lists. */
export interface MergedLevels {
  readonly tasks: ReadonlyMap<number, MergedLevel>;
  readonly sitemaps: ReadonlyMap<number, MergedLevel>;
  /** Pages of the collection that are due: of the first wave of a tick. */
  readonly due: ReadonlyMap<number, MergedLevel>;
}

const NOTHING: MergedLevel = { admitted: [], skipped: new Map() };

/** Compares the lists that a manifest added with what seeds and links say. */
export async function checkLevels(
  audit: Audit,
  { key, manifest }: { key: string; manifest: Manifest },
  merged: MergedLevels,
): Promise<void> {
  const { differences } = audit;
  const left = { tasks: new Map(merged.tasks), sitemaps: new Map(merged.sitemaps), due: new Map(merged.due) };
  for (const [i, entry] of manifest.levels.entries()) {
    const where = `${key} level ${entry.level}`;
    const expectedLists = entry.sitemaps ? left.sitemaps : entry.due ? left.due : left.tasks;
    const whole = expectedLists.get(entry.level) ?? NOTHING;
    const isLast = !manifest.levels.some((other, n) => n > i && isOfSameLevel(other, entry));
    // A large level has several lists, in rank order. The first entry names its skipped URLs.
    const level = isLast ? whole : { ...whole, admitted: whole.admitted.slice(0, entry.tasks) };
    if (isLast) expectedLists.delete(entry.level);
    else expectedLists.set(entry.level, { ...NOTHING, admitted: whole.admitted.slice(entry.tasks) });
    const expected = { tasks: level.admitted.length, skipped: level.skipped.size };
    const found = { tasks: entry.tasks, skipped: entry.skippedRows };
    if (expected.tasks !== found.tasks || expected.skipped !== found.skipped) {
      differences.add('level-count', where, { expected, found });
    }
    if (entry.list !== null) {
      audit.lists.set(entry.list, entry.tasks);
      await checkList(audit, entry.list, level.admitted);
    } else if (expected.tasks > 0) differences.add('level-missing', where, { expected: 'a list', found: 'none' });
    if (entry.skipped !== null) await checkSkipped(audit, entry.skipped, level.skipped);
    else if (expected.skipped > 0) differences.add('level-missing', where, { expected: 'skipped URLs', found: 'none' });
  }
  for (const [level, { admitted, skipped }] of [...left.tasks, ...left.sitemaps, ...left.due]) {
    if (admitted.length + skipped.size === 0) continue;
    const expected = `${admitted.length} tasks and ${skipped.size} skipped`;
    differences.add('level-missing', `${key} level ${level}`, { expected, found: 'nothing merged' });
  }
}

type LevelEntry = Manifest['levels'][number];

const isOfSameLevel = (one: LevelEntry, other: LevelEntry): boolean =>
  one.level === other.level && one.sitemaps === other.sitemaps && one.due === other.due;

async function checkList(audit: Audit, list: string, admitted: readonly KnownTask[]): Promise<void> {
  const { differences, replay } = audit;
  const read = await readLevelList(audit, list);
  const firstRank = (admitted[0]?.rank ?? 1) - 1;
  for (const { line, place, host } of read) {
    const where = `${list}tasks.jsonl task ${String(line.key)}`;
    const task = replay.tasks.get(String(line.key));
    if (task === undefined || task.listed || task.hop > 0 || task.level !== line.level) {
      const found = task?.listed === true ? 'it is listed twice' : line;
      differences.add('level-unproven', where, { expected: 'a seed, or a link that no level had before', found });
      continue;
    }
    task.listed = true;
    const expected = [task.url, task.rank, task.via, task.seed, task.sitemap, task.depthLeft, task.cash];
    const { via = null, seed = false, sitemap = null } = line;
    const found = [line.url, line.rank, via, seed, sitemap, line.depthLeft, line.cash];
    differences.compare('level-task', where, { expected: JSON.stringify(expected), found: JSON.stringify(found) });
    const [at, name] = [firstRank + place + 1, hostOf(task.url)];
    if (at !== line.rank || host !== name) {
      differences.add('level-index', where, { expected: { rank: line.rank, host: name }, found: { rank: at, host } });
    }
    checkKey(audit, where, task);
  }
  for (const task of admitted) {
    if (task.listed) continue;
    differences.add('level-missing', `${list}tasks.jsonl task ${task.key}`, { expected: task.url, found: 'no line' });
  }
}

async function checkSkipped(audit: Audit, object: string, skipped: ReadonlyMap<string, CandidateLine>): Promise<void> {
  const { differences, objects } = audit;
  const bytes = await objects.bytes(object, 'level-missing');
  if (bytes === null) return;
  const found = new Set<string>();
  for (const line of objects.lines(object, bytes, 'level-skipped')) {
    const key = String(line.key);
    const candidate = skipped.get(key);
    if (candidate === undefined || found.has(key)) {
      differences.add('level-unproven', `${object} ${key}`, { expected: 'a refused link, once', found: line });
      continue;
    }
    found.add(key);
    if (candidate.reason === 'outside-scope') audit.outside.add(key);
    const says = { expected: sayOf(candidate), found: sayOf(line) };
    differences.compare('level-skipped', `${object} ${key}`, says);
    checkKey(audit, `${object} ${key}`, candidate);
  }
  for (const [key, { url }] of skipped) {
    if (!found.has(key)) differences.add('level-missing', `${object} ${key}`, { expected: url, found: 'no line' });
  }
}

function checkKey(
  { workflow, differences }: Audit,
  where: string,
  of: { key: string; url: string; sitemap?: unknown },
): void {
  const found = of.sitemap ? sitemapKey(of.url as CrawlUrl) : urlKey(of.url as CrawlUrl, workflow.key);
  differences.compare('url-key', where, { expected: found, found: of.key });
}

const sayOf = (line: Line | CandidateLine): string =>
  JSON.stringify([line.url, line.by, line.level, line.rank, line.position, line.reason, line.rule]);
