import type { PageValidators } from '#core/archive/base-page.ts';
import type { OutcomeLine } from '#core/archive/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { addUsage } from '#core/cost/usage.ts';
import type { Outcome } from '#core/execution/outcome.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { UnitRow } from '#core/execution/unit-book.ts';
import { usableValidators } from '#core/fetch/validators.ts';
import { SLOW_DELAY_MS } from '#core/frontier/frontier.ts';
import { type Settled, type SettledWave, settleWave, type UnitEvidence } from '#core/frontier/settle-wave.ts';
import { hostKeyOf } from '#core/politeness/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { CandidateKinds } from '#engine/advance/candidate-kinds.ts';
import { type CrawlState, readJson } from '#engine/advance/crawl-state.ts';
import { parseLines } from '#engine/advance/line-files.ts';
import { readChunks, type WaveChunks } from '#engine/advance/read-chunks.ts';
import { type FetchedPage, settleDigests } from '#engine/advance/settle-digests.ts';
import { settleRedirects } from '#engine/advance/settle-redirects.ts';

export interface CloseOptions {
  readonly now: number;
  readonly patienceMs: number;
  /** Pages are fetched one by one: the first of a digest is the page. */
  readonly depthFirst: boolean;
  /** The wave's unit rows. */
  readonly rows: readonly UnitRow[];
}

/**
 * Closes the wave that ran: settles its tasks, finds duplicates, takes up redirects, keeps its candidates for the end of the level.
 * Changes `state`; a pure function of the row, chunk and frontier objects otherwise.
 */
export async function closeWave(state: CrawlState, plan: Plan, options: CloseOptions): Promise<WaveChunks> {
  const candidates = new CandidateKinds(state);
  const chunks = await readChunks(state.archive, {
    execution: plan.execution,
    wave: plan.wave,
    candidate: (line) => candidates.add(line),
    plain: (text) => candidates.addPlain(text),
  });
  await candidates.finish(state.head);
  const units = await unitEvidence(state, { plan, chunks, rows: options.rows });
  const wave = settleWave(units, options.now, options.patienceMs);
  await settleAll(state, wave, options.depthFirst ? null : state.head.level);
  state.carry.push(...wave.carry);
  state.parked.push(...wave.parked);
  await settleRedirects(state, wave.redirects);
  learnHosts(state, chunks, wave.settled);
  charge(state, { plan, chunks, rows: options.rows });
  state.head.noProgress = wave.progress ? 0 : state.head.noProgress + (wave.tried ? 1 : 0);
  return chunks;
}

async function unitEvidence(
  state: CrawlState,
  wave: { plan: Plan; chunks: WaveChunks; rows: readonly UnitRow[] },
): Promise<UnitEvidence[]> {
  const rows = new Map(wave.rows.map((row) => [row.unit, row]));
  const tasks = await state.archive.get(wave.plan.tasks);
  return wave.plan.units.map(({ unit, offset, bytes }) => {
    const chunks = wave.chunks.units.get(unit);
    return {
      id: `${wave.plan.wave}/${unit}`,
      tasks: parseLines<PlanTask>(tasks.subarray(offset, offset + bytes)),
      lines: chunks?.lines ?? [],
      reported: chunks?.reported ?? false,
      begun: rows.has(unit),
      died: rows.get(unit)?.died ?? false,
    };
  });
}

async function settleAll(state: CrawlState, wave: SettledWave, openLevel: number | null): Promise<void> {
  const pages: FetchedPage[] = [];
  const tasks = wave.settled.filter(({ task }) => task.sitemap === undefined);
  for (const settled of wave.settled) if (settled.task.sitemap !== undefined) state.sitemaps.push(settled);
  for (const { task, line } of tasks) {
    if (line?.digest === undefined || !isPage(line.outcome)) continue;
    const host = state.hosts.place(hostKeyOf(task.url as CrawlUrl));
    const notModified = line.outcome.type === 'notModified';
    pages.push({ task, digest: line.digest.slice(0, 32), host, notModified });
  }
  const duplicates = await settleDigests(state, pages, openLevel);
  for (const settled of tasks) settleOne(state, settled, duplicates.get(settled.task.key));
}

function settleOne(state: CrawlState, settled: Settled, of: UrlKey | undefined): void {
  const { task, line } = settled;
  const outcome: Outcome = of === undefined ? settled.outcome : { type: 'duplicate', of };
  state.ledger.settle(task.level, outcome);
  if (isPage(outcome)) state.hosts.countPage(state.hosts.place(hostKeyOf(task.url as CrawlUrl)), 1);
  if (line?.outcome.type === 'stored') state.head.bytes += line.bytes ?? 0;
  if (line?.outcome.type === 'notModified') state.head.savedBytes += line.bytes ?? 0;
  const row = rowOf(settled, outcome);
  state.settled.add(row);
  const page = validatorsOf(settled, row);
  if (page !== null) state.validators.add(page);
}

const isPage = ({ type }: { readonly type: string }): boolean => type === 'stored' || type === 'notModified';

/** What a later execution can ask by; null for what is no page, has no validator, or is not archived. Duplicates are asked about like any page. */
function validatorsOf({ task, line }: Settled, { archived }: TaskRow): PageValidators | null {
  if (line === null || !isPage(line.outcome) || archived === null || line.digest === undefined) return null;
  const usable = usableValidators(line, line.endedAt ?? 0);
  if (usable.etag === undefined && usable.lastModified === undefined) return null;
  const { digest, bytes = 0, contentType, url = task.url } = line;
  return { key: task.key, url, ...usable, digest, bytes, ...(contentType !== undefined && { contentType }), archived };
}

function rowOf({ task, line, chunk }: Settled, outcome: Outcome): TaskRow {
  return {
    v: 1,
    key: task.key,
    url: task.url,
    level: task.level,
    rank: task.rank,
    via: task.via ?? null,
    outcome,
    status: line?.status ?? null,
    contentType: line?.contentType ?? null,
    bytes: line?.bytes ?? null,
    title: line?.title ?? null,
    attempts: line?.attempts ?? task.attempts ?? 0,
    startedAt: line?.startedAt ?? null,
    endedAt: line?.endedAt ?? null,
    errors: line?.errors ?? task.errors ?? [],
    archived: archivedAt(line, chunk),
    ...((line?.warc === undefined || line.body !== undefined) && chunk !== null && { chunk }),
  };
}

/** Where its body is: of a page that was not modified, in the archive of the base, or where that one has it from. */
function archivedAt(line: OutcomeLine | null, chunk: string | null): TaskRow['archived'] {
  if (line?.body !== undefined) return line.body;
  if (line?.warc === undefined || chunk === null) return null;
  return { object: `${chunk}${CHUNK_SUFFIX.warc}`, offset: line.warc.offset, length: line.warc.length };
}

/** Delays that workers found; of a slow host also when it may be asked again. */
function learnHosts(state: CrawlState, chunks: WaveChunks, settled: readonly Settled[]): void {
  const slow = new Map<string, number>();
  for (const unit of chunks.units.values()) {
    for (const { host, delayMs } of unit.hosts) {
      if (delayMs > SLOW_DELAY_MS) slow.set(host, delayMs);
      state.hosts.learn(host, { delayMs, notBefore: state.hosts.notBefore(host) });
    }
  }
  if (slow.size === 0) return;
  for (const { task, line } of settled) {
    const host = hostKeyOf(task.url as CrawlUrl);
    const delayMs = slow.get(host);
    if (delayMs === undefined || line?.startedAt === undefined) continue;
    const notBefore = Math.max(state.hosts.notBefore(host), line.startedAt + delayMs);
    state.hosts.learn(host, { delayMs, notBefore });
  }
}

/** Adds what the workers used; a unit that began and never reported is charged its whole reserve. */
function charge(state: CrawlState, wave: { plan: Plan; chunks: WaveChunks; rows: readonly UnitRow[] }): void {
  state.head.usage = addUsage(state.head.usage, wave.chunks.usage);
  for (const row of wave.rows) {
    if (wave.chunks.units.get(row.unit)?.reported) continue;
    state.head.lostUsd += wave.plan.units.find(({ unit }) => unit === row.unit)?.reserveUsd ?? 0;
  }
}

/** The plan of the wave that ran. */
export const readPlan = (state: CrawlState, object: string): Promise<Plan> => readJson<Plan>(state.archive, object);
