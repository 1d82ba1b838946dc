import type { Archive } from '#core/archive/archive.ts';
import { type ArchivedAt, type BasePage, basePageOf, type PageValidators } from '#core/archive/chunk/base-page.ts';
import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { Manifest } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { Plan } from '#core/archive/plan.ts';
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

/**
 * What a base's log says of its pages: read from its chunks, not from what it made of them. About
 * 500 bytes a page.
 */
export class BaseLog {
  readonly #parts: BaseLogParts;
  readonly #objects: ObjectReader;
  readonly #pages = new Map<string, PageValidators>();
  readonly #settled = new Set<string>();

  private constructor(parts: BaseLogParts) {
    this.#parts = parts;
    this.#objects = new ObjectReader(parts.archive, parts.row.id, parts.differences);
  }

  /** @returns null when it cannot be read, which is a difference */
  static async read(parts: BaseLogParts): Promise<BaseLog | null> {
    const log = new BaseLog(parts);
    return (await log.#read()) ? log : null;
  }

  /** What a task of this address has to know of its page. */
  pageOf(task: { readonly key: string; readonly url: string; readonly sitemap: unknown }): BasePage | undefined {
    const page = task.sitemap === null ? this.#pages.get(task.key) : undefined;
    return page === undefined ? undefined : basePageOf(page, task.url);
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

  async #wave({ plan, chunks }: Manifest): Promise<boolean> {
    const urls = plan === null ? new Map<string, string>() : await this.#addresses(plan);
    if (urls === null) return false;
    for (const listed of [...chunks].sort((a, b) => a.unit - b.unit || a.n - b.n)) {
      const key = `${listed.base}${CHUNK_SUFFIX.lines}`;
      const bytes = await this.#objects.bytes(key, 'base-missing');
      if (bytes === null) return false;
      for (const line of this.#objects.chunkLines(key, bytes, 'base-missing')) {
        if (isOutcome(line)) this.#take(line, { url: urls.get(line.key), chunk: listed.base });
      }
    }
    return true;
  }

  /** Addresses of the planned tasks; sitemaps are no pages. */
  async #addresses(key: string): Promise<Map<string, string> | null> {
    const plan = await this.#objects.json(key, Plan, 'base-missing');
    const bytes = plan === null ? null : await this.#objects.bytes(plan.tasks, 'base-missing');
    if (plan === null || bytes === null) return null;
    const urls = new Map<string, string>();
    for (const line of this.#objects.lines(plan.tasks, bytes, 'base-missing')) {
      if (line.sitemap === undefined) urls.set(String(line.key), String(line.url));
    }
    return urls;
  }

  /** Of a task's outcomes the first that settles it counts. */
  #take(line: OutcomeLine, from: { url: string | undefined; chunk: string }): void {
    const { key, outcome, digest, bytes = 0, contentType } = line;
    if (outcome.type === 'deferred' || from.url === undefined || this.#settled.has(key)) return;
    this.#settled.add(key);
    const archived = placeOf(line, from.chunk);
    if ((outcome.type !== 'stored' && outcome.type !== 'notModified') || digest === undefined || archived === null)
      return;
    const { etag, lastModified } = usableValidators(line, line.endedAt ?? 0);
    const date = this.#parts.alike ? lastModified : undefined;
    if (etag === undefined && date === undefined) return;
    this.#pages.set(key, {
      key,
      url: line.url ?? from.url,
      ...(etag !== undefined && { etag }),
      ...(date !== undefined && { lastModified: date }),
      ...{ digest, bytes, archived },
      ...(contentType !== undefined && { contentType }),
    });
  }
}

function placeOf({ body, warc }: OutcomeLine, chunk: string): ArchivedAt | null {
  if (body !== undefined) return body;
  return warc === undefined ? null : { object: `${chunk}${CHUNK_SUFFIX.warc}`, ...warc };
}
