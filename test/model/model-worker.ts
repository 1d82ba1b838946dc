import type { Archive } from '#core/archive/archive.ts';
import type { CandidateLine, ChunkEnd, ChunkHead, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { DoneTasks } from '#core/archive/done-tasks.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask, UnitTicket } from '#core/archive/plan.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { SITEMAP_MOST_DEPTH, type SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { chunkBytes } from '#test/fakes/chunk-bytes.ts';
import type { ModelSitemaps } from '#test/model/model-sitemaps.ts';
import type { ModelPage, ModelWeb } from '#test/model/model-web.ts';

export interface ModelWorkerOptions {
  readonly archive: Archive;
  readonly units: UnitStore;
  readonly web: ModelWeb;
  readonly now: number;
  readonly token: string;
  /** Tasks per chunk. */
  readonly chunk: number;
  /** Tasks after which it dies without a word; Infinity: never. */
  readonly dieAfter: number;
  /** URLs tried before: a flaky page works at its second try. */
  readonly tried: Map<string, number>;
  /** Gets every requested URL. */
  readonly ask: (url: string) => void;
}

/**
 * A worker without HTTP: writes the chunks of a unit as crawlUnit does.
 * @returns false when it died
 */
export async function workUnit(ticket: UnitTicket, options: ModelWorkerOptions): Promise<boolean> {
  const { archive, units, token, now } = options;
  if (!(await units.begin(ticket, token, now))) return true;
  const plan = JSON.parse(Buffer.from(await archive.get(ticket.plan)).toString()) as Plan;
  const part = plan.units[ticket.unit];
  if (part === undefined) throw new Error('no such unit');
  const bytes = Buffer.from(await archive.range(plan.tasks, part.offset, part.bytes)).toString();
  const tasks = bytes
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as PlanTask);
  let lines: (OutcomeLine | CandidateLine)[] = [];
  let n = 0;
  const done = new DoneTasks(tasks.map(({ key }) => key));
  const heard = new Set<string>();
  for (const [i, task] of tasks.entries()) {
    if (i >= options.dieAfter) return false;
    options.ask(task.url);
    const page = options.web.pages.get(task.url);
    if (task.sitemap !== undefined) lines.push(...readSitemap(task, task.sitemap, options));
    else if (page?.type === 'killer') return false;
    else {
      lines.push(
        ...namedSitemaps(task, tasks, {
          sitemaps: plan.workflow.sitemaps === 'auto' ? options.web.sitemaps : undefined,
          heard,
        }),
      );
      const said = answer(task, page ?? { type: 'error' }, options);
      lines.push(...(plan.workflow.order === 'importance' ? withCash(task, said) : said));
    }
    if ((i + 1) % options.chunk !== 0) continue;
    await writeChunk(ticket, { ...options, n: n++, lines, done, final: false });
    lines = [];
  }
  await writeChunk(ticket, { ...options, n, lines, done, final: true });
  await units.end(ticket, token, now);
  return true;
}

function answer(task: PlanTask, page: ModelPage, options: ModelWorkerOptions): (OutcomeLine | CandidateLine)[] {
  const base = { kind: 'outcome' as const, key: task.key, attempts: (task.attempts ?? 0) + 1, startedAt: options.now };
  const tries = (options.tried.get(task.url) ?? 0) + 1;
  options.tried.set(task.url, tries);
  if (page.type === 'redirect') {
    const to = urlKeyOf(page.to);
    const hop = (task.hop ?? 0) + 1;
    const target = { key: to, url: page.to, reason: hop > 10 ? ('too-many-redirects' as const) : null };
    return [{ ...base, outcome: { type: 'redirected', to }, status: 301, target }];
  }
  if (page.type !== 'page') return [{ ...base, outcome: { type: 'failed', reason: 'http-5xx' }, status: 500 }];
  if (page.flaky && tries === 1) {
    const notBefore = options.now + 30_000;
    return [{ ...base, outcome: { type: 'deferred', reason: 'back-off', notBefore, cause: 'back-off' } }];
  }
  const digest = sha256Hex(page.body);
  const etag = `"${digest.slice(0, 8)}"`;
  const said = { bytes: page.body.length, digest, etag, warc: { offset: tries, length: 1 } };
  const found: OutcomeLine =
    task.base?.etag === etag
      ? { ...base, outcome: { type: 'notModified' }, status: 304, ...said, body: task.base.archived }
      : { ...base, outcome: { type: 'stored' }, status: 200, ...said };
  return [found, ...page.links.map((url, position) => candidate(task, { url, position, web: options.web }))];
}

/** Each address that a page links has the same share of ten million, at the first link to it. */
function withCash(task: PlanTask, lines: readonly (OutcomeLine | CandidateLine)[]): (OutcomeLine | CandidateLine)[] {
  const links = lines.filter((line) => line.kind === 'candidate' && line.key !== task.key);
  const distinct = new Set(links.map(({ key }) => key));
  const paid = new Set<string>();
  return lines.map((line) => {
    if (line.kind !== 'candidate' || !distinct.has(line.key) || paid.has(line.key)) return line;
    paid.add(line.key);
    return { ...line, cash: Math.floor(1e7 / distinct.size) };
  });
}

/** What robots.txt of the task's host names, once, found at the page of lowest rank. */
function namedSitemaps(
  task: PlanTask,
  tasks: readonly PlanTask[],
  from: { sitemaps: ModelSitemaps | undefined; heard: Set<string> },
): CandidateLine[] {
  const { host } = new URL(task.url);
  if (from.heard.has(host)) return [];
  from.heard.add(host);
  const pages = tasks.filter(({ url, sitemap }) => sitemap === undefined && new URL(url).host === host);
  const by = pages.reduce((a, b) => (b.level < a.level || (b.level === a.level && b.rank < a.rank) ? b : a), task);
  const named = from.sitemaps?.named.get(host) ?? [];
  const lines = named.map((url, position) => foundSitemap(by, { url, position, place: { depth: 0, host } }));
  return by.hop === undefined ? lines : lines.map((line) => ({ ...line, moved: true as const }));
}

function readSitemap(
  task: PlanTask,
  place: SitemapPlace,
  options: ModelWorkerOptions,
): (OutcomeLine | CandidateLine)[] {
  const base = { kind: 'outcome' as const, key: task.key, attempts: 1, startedAt: options.now };
  const file = options.web.sitemaps?.files.get(task.url);
  if (file === undefined) return [{ ...base, outcome: { type: 'failed', reason: 'http-4xx' }, status: 404 }];
  const read: OutcomeLine = {
    ...base,
    outcome: { type: 'stored' },
    status: 200,
    bytes: 9,
    digest: sha256Hex(task.url),
  };
  if (!file.isIndex) {
    const entries = file.urls.map((url, position) => candidate(task, { url, position, web: options.web }));
    return [read, ...(place.given ? entries.map((line) => ({ ...line, entry: true as const })) : entries)];
  }
  if (place.depth === SITEMAP_MOST_DEPTH) return [read];
  const below = { ...place, depth: place.depth + 1, root: place.root ?? task.url };
  return [read, ...file.urls.map((url, position) => foundSitemap(task, { url, position, place: below }))];
}

function foundSitemap(by: PlanTask, found: { url: string; position: number; place: SitemapPlace }): CandidateLine {
  const { url, position, place } = found;
  const { key, level, rank } = by;
  return {
    kind: 'candidate',
    key: sitemapKey(url as CrawlUrl),
    url,
    by: key,
    level,
    rank,
    position,
    reason: null,
    sitemap: place,
  };
}

function candidate(task: PlanTask, link: { url: string; position: number; web: ModelWeb }): CandidateLine {
  return {
    kind: 'candidate',
    key: urlKeyOf(link.url),
    url: link.url,
    by: task.key,
    level: task.level,
    rank: task.rank,
    position: link.position,
    reason: link.web.pages.has(link.url) ? null : 'excluded',
    ...(task.hop !== undefined && { moved: true as const }),
  };
}

/** The last chunk of a worker that did nothing. */
export const writeEmptyReport = (ticket: UnitTicket, archive: Archive, token: string): Promise<void> =>
  writeChunk(ticket, { archive, token, n: 0, lines: [], done: new DoneTasks([]), final: true });

async function writeChunk(
  ticket: UnitTicket,
  chunk: {
    archive: Archive;
    token: string;
    n: number;
    lines: (OutcomeLine | CandidateLine)[];
    done: DoneTasks;
    final: boolean;
  },
): Promise<void> {
  const { execution, wave, unit } = ticket;
  const { token, n, final } = chunk;
  for (const line of chunk.lines) {
    if (line.kind === 'outcome' && line.outcome.type !== 'deferred') chunk.done.mark(line.key);
  }
  const done = chunk.done.toString();
  const head: ChunkHead = { kind: 'chunk', v: 2, execution, wave, unit, token, n, final, done };
  const outcomes = chunk.lines.filter((line) => line.kind === 'outcome');
  const candidates = chunk.lines.filter((line) => line.kind === 'candidate');
  const end: ChunkEnd = {
    kind: 'end',
    outcomes: outcomes.length,
    candidates: candidates.length,
    warc: null,
    links: null,
    records: null,
    usage: NO_USAGE,
    ...(chunk.final && { hosts: [] }),
  };
  const object = `${chunkBase({ execution, wave, unit, token, n })}${CHUNK_SUFFIX.lines}`;
  await chunk.archive.put(object, chunkBytes({ head, outcomes, candidates, end }));
}
