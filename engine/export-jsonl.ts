import type { OutcomeLine } from '#core/archive/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { ExportPorts } from '#engine/export/export-ports.ts';
import { readListedChunk } from '#engine/export/listed-chunk.ts';
import { chunksInOrder } from '#engine/export/manifest-order.ts';
import { movedFrom } from '#engine/export/moved-from.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { SitemapAddresses } from '#engine/list-tasks/sitemap-addresses.ts';

/** One page of an execution. */
export interface PageLine {
  readonly url: string;
  readonly status: number | null;
  readonly title: string | null;
  readonly contentType: string | null;
  /** Decoded body bytes. */
  readonly bytes: number | null;
  readonly level: number;
  /** Place in its level: pages of one level in the order of their discovery. */
  readonly rank: number;
  /** URL of the page or sitemap that it was found on first; null for seeds. */
  readonly via: string | null;
  /** The address that has moved here for good (301, 308), where that chain began: the record is its record, too (I1). Null: none. */
  readonly movedFrom: string | null;
  /** When the request started, ISO 8601 UTC. */
  readonly fetchedAt: string | null;
  /** SHA-256 of the decoded body, hex. */
  readonly digest: string | null;
  /** The page asks search engines not to show it (robots meta or header). */
  readonly noindex: boolean;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** Its response record: file name as in a WARC export of parts, first byte and length. */
  readonly warc: { readonly file: string; readonly offset: number; readonly length: number } | null;
}

/** Rows looked up together. */
const MOST_KEYS = 500;

/**
 * The pages of an execution, in the order of the crawl: everything that is counted as stored. Exact duplicates are no pages and left out, `tasks`
 * shows them; pages with noindex are there and flagged (crawl-decisions 16): this is the owner's data, whoever publishes it has the flag.
 *
 * @throws SurfError EXECUTION_NOT_FOUND, OBJECT_CORRUPT
 */
export async function* exportPages(
  ports: ExportPorts & { readonly tasks: TaskIndex },
  id: ExecutionId,
): AsyncGenerator<PageLine> {
  const row = await ports.catalog.execution(id);
  const settled = await SettledRows.open(ports, row);
  const known = { settled, sitemaps: new SitemapAddresses(ports.archive, row) };
  for await (const listed of chunksInOrder(ports.archive, row)) {
    const { base, outcomes } = await readListedChunk(ports.archive, listed);
    const stored = outcomes.filter(({ outcome }) => outcome.type === 'stored');
    for (let from = 0; from < stored.length; from += MOST_KEYS) {
      yield* await pagesOf(known, base, stored.slice(from, from + MOST_KEYS));
    }
  }
}

/** Where addresses of keys are looked up. */
interface Known {
  readonly settled: SettledRows;
  readonly sitemaps: SitemapAddresses;
}

async function pagesOf(known: Known, base: string, lines: readonly OutcomeLine[]): Promise<PageLine[]> {
  const { settled, sitemaps } = known;
  const rows = await settled.get(lines.map(({ key }) => key));
  const pages = lines.flatMap((line, i) => {
    const row = rows[i] ?? null;
    return row !== null && isItsLine(row, line, base) ? [{ line, row }] : [];
  });
  const keys = [...new Set(pages.flatMap(({ row }) => (row.via === null ? [] : [row.via])))];
  const discoverers = await settled.get(keys);
  const urls = new Map<string, string | null>();
  for (const [i, key] of keys.entries()) urls.set(key, discoverers[i]?.url ?? (await sitemaps.get(key)));
  const moved = await movedFrom(
    settled,
    pages.map(({ row }) => row),
  );
  return pages.map(({ line, row }) => {
    const via = row.via === null ? null : (urls.get(row.via) ?? null);
    return pageLine(line, row, { via, movedFrom: moved.get(row.key) ?? null });
  });
}

/** Is the row a page, and was it settled by this line? Of several outcomes of a task one counts. */
function isItsLine(row: TaskRow, line: OutcomeLine, base: string): boolean {
  if (row.outcome.type !== 'stored' || row.endedAt !== (line.endedAt ?? null)) return false;
  return row.archived === null || row.archived.object === `${base}${CHUNK_SUFFIX.warc}`;
}

function pageLine(line: OutcomeLine, row: TaskRow, from: Pick<PageLine, 'via' | 'movedFrom'>): PageLine {
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
    noindex: line.noindex ?? false,
    etag: line.etag ?? null,
    lastModified: line.lastModified ?? null,
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
