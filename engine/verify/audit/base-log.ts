import type { Archive } from '#core/archive/archive.ts';
import { type ArchivedAt, type BasePage, basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { ChunkEnd, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { recordDigestsOf, withRecord } from '#core/archive/chunk/record-digests.ts';
import { Manifest } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { Plan, type PlanTask } from '#core/archive/plan.ts';
import { type PageVisit, visitOf } from '#core/collection/page-visit.ts';
import type { SitemapRead } from '#core/collection/sitemap-claim.ts';
import type { Execution } from '#core/execution/execution.ts';
import { usableValidators } from '#core/fetch/headers/validators.ts';
import type { Differences } from '#engine/verify/audit/difference.ts';
import { isOutcome } from '#engine/verify/audit/line-shape.ts';
import { ObjectReader } from '#engine/verify/audit/object-reader.ts';

export interface BaseLogParts {
  readonly archive: Archive;
  readonly row: Execution;
  /** The base's last manifest when the execution began. */
  readonly manifest: string | null;
  readonly differences: Differences;
  /** Do both ask alike? */
  readonly alike: boolean;
}

/** An address of a list that nothing settled. */
export type LeftTask = Pick<PlanTask, 'key' | 'url' | 'level' | 'rank' | 'depthLeft'>;

/** Validators of known pages, by task. */
export interface KnownPages {
  /** Base page that a task of this address has to know. */
  pageOf(task: KnownAddress): BasePage | undefined;
}

interface KnownAddress {
  readonly key: string;
  readonly url: string;
  readonly sitemap: unknown;
}

/**
 * Pages of a base by its log: read from its chunks, not from what it made of them. About 500 bytes
 * a page.
 */
export class BaseLog implements KnownPages {
  readonly #parts: BaseLogParts;
  readonly #objects: ObjectReader;
  readonly #pages = new Map<string, PageValidators>();
  readonly #settled = new Set<string>();
  readonly #visits: PageVisit[] = [];
  readonly #sitemaps = new Map<string, SitemapRead>();
  readonly #lists: string[] = [];
  /** Keys of waves in which tasks died. */
  readonly #dead = new Set<string>();

  private constructor(parts: BaseLogParts) {
    this.#parts = parts;
    this.#objects = new ObjectReader(parts.archive, parts.row.id, parts.differences);
  }

  /** @returns null when it cannot be read, which is a difference */
  static async read(parts: BaseLogParts): Promise<BaseLog | null> {
    const log = new BaseLog(parts);
    return (await log.#read()) ? log : null;
  }

  /** Base page that a task of this address has to know. */
  pageOf(task: KnownAddress): BasePage | undefined {
    const page = task.sitemap === null ? this.#pages.get(task.key) : undefined;
    return page === undefined ? undefined : basePageOf(page, task.url);
  }

  /** Visits to the addresses that it requested, sorted by key. */
  visits(): PageVisit[] {
    return this.#visits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** The sitemaps that it read and archived. */
  sitemaps(): SitemapRead[] {
    return [...this.#sitemaps.values()];
  }

  /** Tasks of its lists that nothing settled, by key. About 300 bytes each. */
  async left(): Promise<Map<string, LeftTask>> {
    const left = new Map<string, LeftTask>();
    for (const list of this.#lists) {
      const key = `${list}tasks.jsonl`;
      const bytes = await this.#objects.bytes(key, 'base-missing');
      if (bytes === null) continue;
      for (const line of this.#objects.lines(key, bytes, 'base-missing')) {
        const { key: own, url, level, rank, depthLeft } = line as unknown as PlanTask;
        if (!this.#settled.has(own) && !this.#dead.has(own)) left.set(own, { key: own, url, level, rank, depthLeft });
      }
    }
    return left;
  }

  async #read(): Promise<boolean> {
    const { row, manifest, differences } = this.#parts;
    const waves: Manifest[] = [];
    let isOfBase = manifest === null;
    for (let key = row.manifest; key !== null; ) {
      const read: Manifest | null = await this.#objects.json(key, Manifest, 'base-missing');
      if (read === null) return false;
      isOfBase ||= key === manifest;
      if (isOfBase && manifest !== null) waves.push(read);
      key = read.previous;
    }
    if (!isOfBase) {
      differences.add('base-missing', `execution ${row.id}`, { expected: manifest, found: 'no such manifest' });
      return false;
    }
    for (const wave of waves.reverse()) if (!(await this.#wave(wave))) return false;
    return true;
  }

  async #wave({ plan, chunks, levels, died, settled }: Manifest): Promise<boolean> {
    for (const { list, sitemaps } of levels) if (list !== null && sitemaps === undefined) this.#lists.push(list);
    if (died > 0 && settled !== null && !(await this.#takeDead(settled.object))) return false;
    const urls = plan === null ? new Map<string, PlannedAddress>() : await this.#addresses(plan);
    if (urls === null) return false;
    for (const listed of [...chunks].sort((a, b) => a.unit - b.unit || a.n - b.n)) {
      const key = `${listed.base}${CHUNK_SUFFIX.lines}`;
      const bytes = await this.#objects.bytes(key, 'base-missing');
      if (bytes === null) return false;
      const lines = [...this.#objects.chunkLines(key, bytes, 'base-missing')];
      const records = recordDigestsOf((lines.at(-1) ?? {}) as Partial<ChunkEnd>);
      for (const line of lines) {
        if (!isOutcome(line)) continue;
        this.#take(withRecord(line, records), { task: urls.get(line.key), chunk: listed.base });
      }
    }
    return true;
  }

  /** Tasks that no unit settled, as they killed theirs: only the list of settled tasks says so. */
  async #takeDead(key: string): Promise<boolean> {
    const bytes = await this.#objects.bytes(key, 'base-missing');
    if (bytes === null) return false;
    for (const line of this.#objects.lines(key, bytes, 'base-missing')) this.#dead.add(String(line.key));
    return true;
  }

  /** The planned tasks. */
  async #addresses(key: string): Promise<Map<string, PlannedAddress> | null> {
    const plan = await this.#objects.json(key, Plan, 'base-missing');
    const bytes = plan === null ? null : await this.#objects.bytes(plan.tasks, 'base-missing');
    if (plan === null || bytes === null) return null;
    const urls = new Map<string, PlannedAddress>();
    for (const line of this.#objects.lines(plan.tasks, bytes, 'base-missing')) {
      const { url, level, depthLeft, sitemap } = line as unknown as PlanTask;
      const isSitemap = sitemap !== undefined;
      urls.set(String(line.key), { url: String(url), level: Number(level), depthLeft, isSitemap });
    }
    return urls;
  }

  /** Takes a task's outcome: the first that settles it counts. */
  #take(line: OutcomeLine, { task, chunk }: { task: PlannedAddress | undefined; chunk: string }): void {
    const { key } = line;
    if (line.outcome.type === 'deferred' || task === undefined || this.#settled.has(key)) return;
    this.#settled.add(key);
    if (task.isSitemap) {
      const archived = placeOf(line, chunk);
      if (line.outcome.type === 'stored' && archived !== null) this.#sitemaps.set(key, { key, archived });
      return;
    }
    const page = this.#validatorsOf(line, { url: task.url, chunk });
    if (page !== null) this.#pages.set(key, page);
    this.#visits.push(visitOf({ key, ...task }, line, page === null ? undefined : basePageOf(page, task.url)));
  }

  #validatorsOf(line: OutcomeLine, from: { url: string; chunk: string }): PageValidators | null {
    const { key, outcome, digest, bytes = 0, cut, contentType } = line;
    const archived = placeOf(line, from.chunk);
    if ((outcome.type !== 'stored' && outcome.type !== 'notModified') || digest === undefined || archived === null)
      return null;
    const { etag, lastModified } = usableValidators(line, line.endedAt ?? 0);
    const date = this.#parts.alike ? lastModified : undefined;
    if (etag === undefined && date === undefined) return null;
    return {
      key,
      url: line.url ?? from.url,
      ...(etag !== undefined && { etag }),
      ...(date !== undefined && { lastModified: date }),
      digest,
      bytes,
      archived,
      ...(cut === true && { cut }),
      ...(contentType !== undefined && { contentType }),
    };
  }
}

interface PlannedAddress {
  readonly url: string;
  readonly level: number;
  readonly depthLeft: number | undefined;
  /** Sitemaps are not pages. */
  readonly isSitemap: boolean;
}

function placeOf({ body, warc }: OutcomeLine, chunk: string): ArchivedAt | null {
  if (body !== undefined) return body;
  return warc === undefined ? null : { object: `${chunk}${CHUNK_SUFFIX.warc}`, ...warc };
}
