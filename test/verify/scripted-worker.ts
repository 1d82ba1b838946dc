import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Archive } from '#core/archive/archive.ts';
import type { BasePage } from '#core/archive/chunk/base-page.ts';
import type { CandidateLine, ChunkEnd, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { DoneTasks } from '#core/archive/done-tasks.ts';
import { CHUNK_SUFFIX, chunkBase } from '#core/archive/object-keys.ts';
import type { Plan, PlanTask, PlanUnit } from '#core/archive/plan.ts';
import { cdxjLine } from '#core/archive/warc/cdxj.ts';
import { readRecords } from '#core/archive/warc/warc-reader.ts';
import { type RevisitedRecord, WarcChunk } from '#core/archive/warc/warc-records.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { encodeGzipLines } from '#core/bytes/json-lines.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';
import type { FailReason } from '#core/model/outcome.ts';
import { createScopeFilter, type ScopeFilter } from '#core/scope/filter/scope-filter.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { urlKey } from '#core/url/canonical-url.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { ModelSitemaps } from '#test/model/model-sitemaps.ts';
import { ScriptedSitemaps } from '#test/verify/scripted-sitemaps.ts';

/** What the scripted web has at an address. */
export interface ScriptedPage {
  readonly body?: string;
  /** Addresses; a `!` in front: nofollow. */
  readonly links?: readonly string[];
  readonly redirect?: string;
  readonly fail?: FailReason;
  readonly encoding?: 'gzip' | 'br' | 'zstd';
  /** Kills the worker that asks for it. */
  readonly kills?: boolean;
  /** Puts the task off this often, by an hour. */
  readonly deferred?: number;
  /** Puts the task off this often, at once, as for a proxy, or a network, that is gone. */
  readonly noProxy?: number;
  readonly noNetwork?: number;
}
export type ScriptedWeb = (url: string) => ScriptedPage | undefined;

/** Archives an answer. @param revisited it says that the page of this record was not modified */
type Archived = (answer: FetchAnswer, url: CrawlUrl, revisited?: RevisitedRecord) => { offset: number; length: number };

/** The words of a worker whose proxy, or network, is gone. */
export const PROXY_GONE = 'the proxy proxy.example:3128 refuses the connection';
export const NETWORK_GONE = 'no network: no name server tells the address of a.example';

const CODERS = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync };
/** Small, so that small histories have many chunks. */
const TASKS_A_CHUNK = 3;

/**
 * Writes the chunks of one unit by hand, as docs/reference/formats.md says; shares nothing with
 * crawlUnit.
 */
export class ScriptedWorker {
  readonly #archive: Archive;
  readonly #web: ScriptedWeb;
  readonly #plan: Plan;
  readonly #scopeFilter: ScopeFilter;
  readonly #best = new Map<string, CandidateLine>();
  readonly #deferrals: Map<string, number>;
  readonly #sitemaps: ScriptedSitemaps;
  #changed = new Set<string>();
  #done = new DoneTasks([]);

  constructor(
    archive: Archive,
    web: ScriptedWeb,
    of: { plan: Plan; deferrals: Map<string, number>; sitemaps?: ModelSitemaps | undefined },
  ) {
    this.#archive = archive;
    this.#web = web;
    this.#plan = of.plan;
    this.#deferrals = of.deferrals;
    this.#sitemaps = new ScriptedSitemaps(of.plan, of.sitemaps);
    const { allowPrivateNetwork } = of.plan.settings;
    this.#scopeFilter = createScopeFilter(of.plan.workflow, of.plan.scopeSeeds, { allowPrivateNetwork });
  }

  /** @returns whether it lived to its end */
  async crawl(unit: PlanUnit, token: string, now: number): Promise<boolean> {
    const bytes = (await this.#archive.get(this.#plan.tasks)).subarray(unit.offset, unit.offset + unit.bytes);
    const lines = Buffer.from(bytes).toString().trimEnd().split('\n');
    const tasks = lines.map((line) => JSON.parse(line) as PlanTask);
    let n = 0;
    this.#done = new DoneTasks(tasks.map(({ key }) => key));
    for (let i = 0; i < tasks.length; i += TASKS_A_CHUNK) {
      const part = tasks.slice(i, i + TASKS_A_CHUNK);
      if (part.some((task) => this.#web(task.url)?.kills)) return false;
      for (const task of part) this.#sitemaps.hear(task, tasks);
      await this.#chunk(part, { unit: unit.unit, token, n: n++, now, final: i + TASKS_A_CHUNK >= tasks.length });
    }
    return true;
  }

  async #chunk(
    tasks: readonly PlanTask[],
    of: { unit: number; token: string; n: number; now: number; final: boolean },
  ): Promise<void> {
    const { execution, wave } = this.#plan;
    const base = chunkBase({ ...of, execution, wave });
    const warc = new WarcChunk(() => `${base}`);
    warc.warcinfo({ software: 'test' }, of.now);
    const cdxj: { kind: 'cdxj'; line: string }[] = [];
    const archived: Archived = (answer, url, revisited) => {
      const place = revisited === undefined ? warc.exchange(answer, url) : warc.revisit(answer, url, revisited);
      const { offset, length, payloadDigest } = place;
      const filename = `${base.slice(base.lastIndexOf('/') + 1)}${CHUNK_SUFFIX.warc}`;
      const { startedAt, status } = answer;
      const line = cdxjLine({
        url,
        startedAt,
        contentType: revisited === undefined ? 'text/html' : 'warc/revisit',
        status,
        payloadDigest,
        offset,
        length,
        filename,
      });
      cdxj.push({ kind: 'cdxj', line });
      return { offset, length };
    };
    this.#changed = new Set();
    const outcomes: OutcomeLine[] = [];
    for (const task of tasks) {
      const line = await this.#outcome(task, of.now, archived);
      if (line.outcome.type !== 'deferred') this.#done.mark(line.key);
      outcomes.push(line);
    }
    const links = [...this.#changed].flatMap((key) => this.#best.get(key) ?? []);
    const candidates = [...links, ...this.#sitemaps.take()];
    const warcBytes = Buffer.concat(warc.finish());
    await this.#archive.put(`${base}${CHUNK_SUFFIX.warc}`, [warcBytes]);
    const records = await this.#records(base, tasks, outcomes);
    const { unit, token, n, final } = of;
    const end: ChunkEnd = {
      kind: 'end',
      outcomes: outcomes.length,
      candidates: candidates.length,
      warc: { bytes: warcBytes.length, sha256: sha256Hex(warcBytes) },
      links: null,
      records,
      usage: NO_USAGE,
      ...(final && { hosts: [] }),
    };
    const head = { kind: 'chunk', v: 1, execution, wave, unit, token, n, final, done: this.#done.toString() };
    await this.#archive.put(`${base}${CHUNK_SUFFIX.lines}`, [
      encodeGzipLines([head, ...outcomes, ...candidates, ...cdxj, end]),
    ]);
  }

  /**
   * One record a page, none for a sitemap, where the workflow asks for records at all: histories
   * have policies that apply to every page.
   */
  async #records(
    base: string,
    tasks: readonly PlanTask[],
    outcomes: readonly OutcomeLine[],
  ): Promise<ChunkEnd['records']> {
    const lines = outcomes.flatMap(({ key, outcome, title }, i) =>
      tasks[i]?.sitemap === undefined && (outcome.type === 'stored' || outcome.type === 'notModified')
        ? [{ key, url: tasks[i]?.url, record: { title: title ?? null }, errors: [] }]
        : [],
    );
    if (this.#plan.workflow.selection === null || lines.length === 0) return null;
    const bytes = encodeGzipLines(lines);
    await this.#archive.put(`${base}${CHUNK_SUFFIX.records}`, [bytes]);
    return { bytes: bytes.length, sha256: sha256Hex(bytes) };
  }

  async #outcome(task: PlanTask, now: number, archived: Archived): Promise<OutcomeLine> {
    if (task.sitemap !== undefined) return this.#sitemap(task, now, archived);
    const page = this.#web(task.url) ?? { fail: 'http-4xx' };
    const line = { kind: 'outcome' as const, key: task.key, attempts: 1, startedAt: now, endedAt: now + 5 };
    const deferred = this.#deferrals.get(task.url) ?? 0;
    if (deferred < (page.deferred ?? 0)) {
      this.#deferrals.set(task.url, deferred + 1);
      const outcome = {
        type: 'deferred' as const,
        reason: 'retry-after' as const,
        notBefore: now + 3_600_000,
        cause: 'later',
      };
      return { ...line, outcome, errors: [{ code: 'http-5xx', message: '503', at: now }] };
    }
    if (deferred < (page.noProxy ?? page.noNetwork ?? 0)) {
      this.#deferrals.set(task.url, deferred + 1);
      const gone =
        page.noProxy === undefined
          ? { reason: 'network-gone' as const, cause: NETWORK_GONE }
          : { reason: 'proxy-gone' as const, cause: PROXY_GONE };
      return { ...line, attempts: 0, outcome: { type: 'deferred', notBefore: now, ...gone } };
    }
    if (page.fail !== undefined) return { ...line, outcome: { type: 'failed', reason: page.fail } };
    const answer = answerOf(task.url, page, now);
    const etag = etagOf(answer);
    if (task.base?.etag === etag && page.redirect === undefined) {
      this.#offerAll(task, page.links ?? []);
      return { ...line, ...(await this.#notModified(task, task.base, { answer, archived })), etag };
    }
    const warc = archived(answer, task.url as CrawlUrl);
    const { status } = answer;
    if (page.redirect !== undefined) {
      const url = page.redirect as CrawlUrl;
      const key = urlKey(url, this.#plan.workflow.key);
      const { reason } = this.#scopeFilter.decide(url, {
        nofollow: false,
        seed: false,
        scopeExempt: task.seed === true,
      });
      return { ...line, outcome: { type: 'redirected', to: key }, status, warc, target: { key, url, reason } };
    }
    this.#offerAll(task, page.links ?? []);
    return {
      ...line,
      outcome: { type: 'stored' },
      status,
      contentType: 'text/html',
      bytes: answer.body.length,
      wireBytes: answer.wireBody.length,
      digest: sha256Hex(answer.body),
      title: `Title of ${task.url}`,
      warc,
      etag,
      links: page.links?.length ?? 0,
    };
  }

  async #notModified(
    task: PlanTask,
    base: BasePage,
    of: { answer: FetchAnswer; archived: Archived },
  ): Promise<Pick<OutcomeLine, 'outcome'> & Partial<OutcomeLine>> {
    const { object, offset, length } = base.archived;
    const [record] = readRecords(await this.#archive.range(object, offset, length));
    const said = (name: string): string => record?.headers.get(name) ?? '';
    const [uri, date, payloadDigest] = [said('warc-target-uri'), said('warc-date'), said('warc-payload-digest')];
    const none = new Uint8Array(0);
    const answer = { ...of.answer, status: 304, body: none, wireBody: none };
    const warc = of.archived(answer, task.url as CrawlUrl, { uri, date, payloadDigest });
    const { bytes, digest } = base;
    const contentType = 'text/html';
    return { outcome: { type: 'notModified' }, status: 304, contentType, bytes, digest, warc, body: base.archived };
  }

  #sitemap(task: PlanTask, now: number, archived: Archived): OutcomeLine {
    const line = { kind: 'outcome' as const, key: task.key, attempts: 1, startedAt: now, endedAt: now + 5 };
    const moved = this.#sitemaps.move(task) as CrawlUrl | undefined;
    if (moved !== undefined) {
      const target = { key: sitemapKey(moved), url: moved, reason: null };
      return { ...line, outcome: { type: 'redirected', to: target.key }, status: 301, target };
    }
    const entries = this.#sitemaps.read(task);
    if (entries === null) return { ...line, outcome: { type: 'failed', reason: 'http-4xx' } };
    const answer = answerOf(task.url, {}, now);
    const warc = archived(answer, task.url as CrawlUrl);
    for (const [position, url] of entries.entries()) this.#offer(task, url, { position });
    const { body, wireBody } = answer;
    const said = { bytes: body.length, wireBytes: wireBody.length, digest: sha256Hex(body), warc };
    return { ...line, outcome: { type: 'stored' }, status: 200, ...said };
  }

  /** With `order: importance` each address that it follows has its share of ten million. */
  #offerAll(by: PlanTask, links: readonly string[]): void {
    const followed = links.filter((link) => !link.startsWith('!')).map((link) => this.#keyOf(link));
    const paid = new Set(followed.filter((key) => key !== by.key));
    const isPaying = this.#plan.workflow.order === 'importance';
    for (const [position, link] of links.entries()) {
      const gives = isPaying && !link.startsWith('!') && paid.has(this.#keyOf(link));
      this.#offer(by, link, { position, cash: gives ? Math.floor(1e7 / paid.size) : 0 });
    }
  }

  #keyOf(link: string): UrlKey {
    return urlKey(link.replace(/^!/, '') as CrawlUrl, this.#plan.workflow.key);
  }

  #offer(by: PlanTask, link: string, { position, cash = 0 }: { position: number; cash?: number }): void {
    const nofollow = link.startsWith('!');
    const url = (nofollow ? link.slice(1) : link) as CrawlUrl;
    const key = this.#keyOf(link);
    const { reason, rule } = this.#scopeFilter.decide(url, { nofollow, seed: false });
    const { level, rank, key: from } = by;
    const said = rule === undefined ? {} : { rule };
    const entry = by.sitemap?.given === true ? { entry: true as const } : {};
    const found = { key, url, by: from, level, rank, position, reason, ...said, ...entry };
    const { order } = this.#plan.workflow;
    const more = { ...(order === 'sample' && { moved: true as const }), ...(cash > 0 && { cash }) };
    const line: CandidateLine = { kind: 'candidate', ...found, ...more };
    const isByPage = order === 'sample' || order === 'importance';
    const place = line.entry === true ? `entry ${key}` : isByPage ? `${key}/${from}` : key;
    const before = this.#best.get(place);
    if (before !== undefined && orderOf(before) <= orderOf(line)) return;
    this.#best.set(place, line);
    this.#changed.add(place);
  }
}

/** Every page has one: it is that of its body. */
const etagOf = ({ body }: FetchAnswer): string => `"${sha256Hex(body).slice(0, 12)}"`;

const orderOf = ({ reason, level, rank, position }: CandidateLine): string =>
  [reason === 'nofollow' ? 1 : 0, level, rank, position].map((n) => String(n).padStart(9, '0')).join('/');

function answerOf(url: string, page: ScriptedPage, now: number): FetchAnswer {
  const body = Buffer.from(page.body ?? `<html>${url}</html>`);
  const wireBody = page.encoding === undefined ? body : CODERS[page.encoding](body);
  const location = page.redirect === undefined ? [] : [['Location', page.redirect] as const];
  const encoding = page.encoding === undefined ? [] : [['Content-Encoding', page.encoding] as const];
  return {
    ok: true,
    status: page.redirect === undefined ? 200 : 301,
    statusText: 'OK',
    headers: [['Content-Type', 'text/html'], ...location, ...encoding],
    startedAt: now,
    endedAt: now + 5,
    requestHead: Buffer.from(`GET ${url} HTTP/1.1\r\n\r\n`),
    wireBody,
    body,
    end: 'complete',
    address: '192.0.2.1',
  };
}
