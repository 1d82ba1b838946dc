import type { OutcomeLine } from '#core/archive/chunk-lines.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import type { RecordLine } from '#core/archive/record-lines.ts';
import type { ChunkCursor } from '#core/execution/chunk-cursor.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { KEYS_A_READ } from '#core/execution/task-index.ts';
import type { PageLine } from '#core/export/page-line.ts';
import { recordFields } from '#core/export/record-fields.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import type { PagePorts } from '#engine/export/export-ports.ts';
import { isPage, pageLine } from '#engine/export/exported-pages.ts';
import { readListedChunk, readPart } from '#engine/export/listed-chunk.ts';
import { movedFrom } from '#engine/export/moved-from.ts';
import { RecordCursor } from '#engine/export/record-cursor.ts';
import { isItsLine, type SettledTask } from '#engine/export/settled-tasks.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapNames } from '#engine/list-tasks/sitemap-names.ts';
import { type ChunkPageRequest, type PlacedItem, pageOfChunks } from '#engine/page-chunks/chunk-page.ts';
import { ChunkWalk } from '#engine/page-chunks/chunk-walk.ts';
import { ReadBudget } from '#engine/page-chunks/read-budget.ts';

/** A page of an execution as lists of the API show it. */
export interface PageRecord extends PageLine {
  /** Names its archived answer. */
  readonly key: UrlKey;
}

/** Reads after which no further chunk is begun: one takes ten at most, but for redirect chains and sitemaps. */
const MOST_READS = 25;
/** Rows looked up together: one read. */
const MOST_KEYS = KEYS_A_READ;

/**
 * A page of the list of an execution's pages, with the records that the selection policy took, in the order of the crawl; as the export has them. The
 * number of reads is bounded whatever the size of the crawl.
 *
 * @throws SurfError EXECUTION_NOT_FOUND; REQUEST_INVALID for a cursor that is none; OBJECT_CORRUPT
 */
export async function pageRecords(
  ports: PagePorts,
  id: ExecutionId,
  request: ChunkPageRequest & { readonly errorsOnly?: boolean },
): Promise<{ items: PageRecord[]; next: string | null }> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const budget = new ReadBudget(MOST_READS);
  const archive = budget.archive(ports.archive);
  const tasks = budget.tasks(ports.tasks);
  const settled = await SettledRows.open({ archive, tasks }, row);
  const sitemaps = new SitemapNames({ archive, tasks }, row);
  const extracts = recordFields(definition) !== null;
  const reader = new RecordPages({
    archive,
    settled,
    sitemaps,
    budget,
    extracts,
    errorsOnly: request.errorsOnly ?? false,
  });
  const itemsOf = (chunk: ManifestChunk, from: ChunkCursor, room: number) => reader.pagesOf(chunk, from, room);
  return await pageOfChunks({ walk: new ChunkWalk(archive, row), budget, itemsOf }, request);
}

interface RecordPagesParts extends Pick<PagePorts, 'archive'> {
  /** Only pages whose records have errors. */
  readonly errorsOnly: boolean;
  readonly settled: SettledRows;
  readonly sitemaps: SitemapNames;
  readonly budget: ReadBudget;
  readonly extracts: boolean;
}

/** A page's line with its record, if it has one. */
interface PlacedTask extends SettledTask {
  readonly place: number;
  readonly record: RecordLine | null;
}

class RecordPages {
  readonly #parts: RecordPagesParts;
  /** Addresses of discoverers by their keys. */
  readonly #urls = new Map<UrlKey, string>();

  constructor(parts: RecordPagesParts) {
    this.#parts = parts;
  }

  async *pagesOf(
    listed: ManifestChunk,
    from: ChunkCursor,
    room: number,
  ): AsyncGenerator<PlacedItem<PageRecord> | { stoppedAt: { line: number; item: number } }> {
    const { archive, extracts, errorsOnly, budget } = this.#parts;
    const chunk = await readListedChunk(archive, listed);
    const records = extracts ? new RecordCursor(await readPart(archive, chunk, 'records')) : null;
    const lines = chunk.outcomes.flatMap((line, place) => {
      if (line.outcome.type !== 'stored' && line.outcome.type !== 'notModified') return [];
      const record = records?.take(line.key) ?? null;
      return errorsOnly && (record === null || record.errors.length === 0) ? [] : [{ line, place, record }];
    });
    const wanted = lines.filter(({ place }) => place >= from.line);
    const batch = Math.min(MOST_KEYS, Math.max(room, 1));
    for (let at = 0; at < wanted.length; at += batch) {
      const some = wanted.slice(at, at + batch);
      if (at > 0 && budget.isSpent) return yield { stoppedAt: { line: some[0]?.place ?? 0, item: 0 } };
      const found = await this.#settledOf(some, chunk.base);
      const moved = await movedFrom(
        this.#parts.settled,
        found.map(({ row }) => row),
      );
      await this.#discoverers(found);
      for (const task of found) {
        const { row, place, record } = task;
        if (this.#isUnknown(row.via) && budget.isSpent && place > from.line) {
          return yield { stoppedAt: { line: place, item: 0 } };
        }
        const page = pageLine(task, { via: await this.#url(row.via), movedFrom: moved.get(row.key) ?? null });
        const extracted = extracts ? { record: record?.record ?? null, recordErrors: record?.errors ?? [] } : {};
        yield { item: { key: row.key, ...page, ...extracted }, next: { line: place + 1, item: 0 } };
      }
    }
  }

  async #settledOf(
    some: readonly { line: OutcomeLine; place: number; record: RecordLine | null }[],
    base: string,
  ): Promise<PlacedTask[]> {
    const rows = await this.#parts.settled.get(some.map(({ line }) => line.key));
    return some.flatMap((placed, i) => {
      const row = rows[i] ?? null;
      return row !== null && isPage(row.outcome) && isItsLine(row, placed.line, base) ? [{ ...placed, row }] : [];
    });
  }

  /** Looks the batch's discoverers up together; sitemaps are no tasks, and left for later. */
  async #discoverers(found: readonly PlacedTask[]): Promise<void> {
    const keys = [...new Set(found.flatMap(({ row }) => (row.via === null ? [] : [row.via])))];
    const open = keys.filter((key) => !this.#urls.has(key));
    const rows = await this.#parts.settled.get(open);
    for (const [i, key] of open.entries()) {
      const url = rows[i]?.url;
      if (url !== undefined) this.#urls.set(key, url);
    }
  }

  #isUnknown(via: UrlKey | null): boolean {
    return via !== null && !this.#urls.has(via) && !this.#parts.sitemaps.knows(via);
  }

  /** A sitemap's address takes a few reads. */
  async #url(via: UrlKey | null): Promise<string | null> {
    return via === null ? null : (this.#urls.get(via) ?? (await this.#parts.sitemaps.get(via)));
  }
}
