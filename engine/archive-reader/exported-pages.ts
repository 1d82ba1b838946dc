import type { OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Outcome } from '#core/model/outcome.ts';
import type { ArchivedAnswer } from '#engine/archive-reader/chunk-responses.ts';
import type { PagePorts } from '#engine/archive-reader/export-ports.ts';
import { readPart } from '#engine/archive-reader/listed-chunk.ts';
import { movedFrom } from '#engine/archive-reader/moved-from.ts';
import { RecordCursor } from '#engine/archive-reader/record-cursor.ts';
import { type SettledBatch, type SettledTask, settledTasks } from '#engine/archive-reader/settled-tasks.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';

/** One page of an execution, with the facts and records of its line. */
export interface ExportedPage {
  readonly page: PageLine;
  readonly row: TaskRow;
  readonly line: OutcomeLine;
  /** Reads the page's answer from the archive; null when the workflow keeps no WARC. */
  readonly answer: () => Promise<ArchivedAnswer | null>;
}

export interface ExportedPagesOptions {
  /**
   * Exact copies of other pages, each with its own address and answer: left out, or given like
   * pages.
   * @default leave-out
   */
  readonly copies?: 'leave-out' | 'include';
  /**
   * False leaves `via` and `movedFrom` of every page null: each is a read of other rows.
   * @default true
   */
  readonly origins?: boolean;
}

/** True for a page: fetched, or found unchanged. */
export const isPage = ({ type }: Pick<Outcome, 'type'>): boolean => type === 'stored' || type === 'notModified';

/**
 * The pages of an execution, in the order of the crawl: what is counted as stored and as not
 * modified. Exact duplicates are not pages and left out unless `copies` says otherwise, `tasks`
 * shows them; pages with noindex are there and flagged: this is the owner's data, and a publisher
 * can read the flag. One chunk, and the rows of its wave, are in memory at a time.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* exportedPages(
  ports: PagePorts,
  id: ExecutionId,
  { copies = 'leave-out', origins = true }: ExportedPagesOptions = {},
): AsyncGenerator<ExportedPage> {
  const row = await ports.catalog.execution(id);
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const settled = await SettledRows.open(ports, row);
  const isWanted = copies === 'include' ? isPageOrCopy : isPage;
  const known = { isWanted, settled, origins, sitemaps: new SitemapAddresses(ports.archive, row) };
  const extracts = recordFields(definition) !== null;
  let records: RecordCursor | null = null;
  let base = '';
  for await (const batch of settledTasks(ports, row, isPageLine)) {
    const { chunk } = batch;
    if (extracts && base !== chunk.base) records = new RecordCursor(await readPart(ports.archive, chunk, 'records'));
    base = chunk.base;
    yield* pagesOf(known, batch, records);
  }
}

const isPageOrCopy = (outcome: Outcome): boolean => isPage(outcome) || outcome.type === 'duplicate';

const isPageLine = ({ outcome }: OutcomeLine): boolean => outcome.type === 'stored' || outcome.type === 'notModified';

/** Stores that map keys to addresses. */
interface Known {
  readonly isWanted: (outcome: Outcome) => boolean;
  readonly settled: SettledRows;
  readonly origins: boolean;
  readonly sitemaps: SitemapAddresses;
}

async function* pagesOf(known: Known, batch: SettledBatch, records: RecordCursor | null): AsyncGenerator<ExportedPage> {
  const pages = batch.tasks.flatMap((task) => (task !== null && known.isWanted(task.row.outcome) ? [task] : []));
  const rows = known.origins ? pages.map(({ row }) => row) : [];
  const discoverers = await addressesOf(known, rows);
  const moved = await movedFrom(known.settled, rows);
  for (const [i, task] of batch.tasks.entries()) {
    const key = batch.lines[i]?.key;
    const record = key === undefined ? null : (records?.take(key) ?? null);
    if (task === null || !known.isWanted(task.row.outcome)) continue;
    const { row, line } = task;
    const via = row.via === null ? null : (discoverers.get(row.via) ?? null);
    const page = pageLine(task, { via, movedFrom: moved.get(row.key) ?? null });
    const extracted = { record: record?.record ?? null, recordErrors: record?.errors ?? [] };
    yield {
      page: records === null ? page : { ...page, ...extracted },
      row,
      line,
      answer: async () => (row.archived === null ? null : await batch.responses.read(row.archived)),
    };
  }
}

/** Addresses of the rows' discoverers by their keys. */
async function addressesOf(known: Known, rows: readonly TaskRow[]): Promise<Map<string, string | null>> {
  const keys = [...new Set(rows.flatMap(({ via }) => (via === null ? [] : [via])))];
  const discoverers = await known.settled.get(keys);
  const urls = new Map<string, string | null>();
  for (const [i, key] of keys.entries()) urls.set(key, discoverers[i]?.url ?? (await known.sitemaps.get(key)));
  return urls;
}

/**
 * A page's line without what the selection policy took from it.
 * @param from addresses of its discoverer, and of where it was before
 */
export function pageLine({ row, line }: SettledTask, from: Pick<PageLine, 'via' | 'movedFrom'>): PageLine {
  const { url, status, title, contentType, bytes, level, rank, archived } = row;
  return {
    url,
    status,
    title,
    contentType,
    bytes,
    level,
    rank,
    ...from,
    fetchedAt: row.startedAt === null ? null : new Date(row.startedAt).toISOString(),
    digest: line.digest ?? null,
    ...(line.textDigest !== undefined && { textDigest: line.textDigest }),
    noindex: line.noindex ?? false,
    ...(line.facts !== undefined && { facts: line.facts }),
    etag: line.etag ?? null,
    lastModified: line.lastModified ?? null,
    titleCut: row.titleCut === true,
    cut: row.cut === true,
    warc:
      archived === null
        ? null
        : {
            file: archived.object.slice(archived.object.lastIndexOf('/') + 1),
            offset: archived.offset,
            length: archived.length,
          },
  };
}
