import type { Archive } from '#core/archive/archive.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import type { PlanUnit } from '#core/archive/plan.ts';
import { nullOn } from '#core/error.ts';
import type { ChunkCursor } from '#core/execution/chunk-cursor.ts';
import { KEYS_A_READ } from '#core/execution/task-index.ts';
import type { RecordLine } from '#core/selection/records/record-lines.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { isPage, pageLine } from '#engine/archive-reader/exported-pages.ts';
import { readListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import { movedFrom } from '#engine/archive-reader/moved-from.ts';
import { RecordCursor } from '#engine/archive-reader/record-cursor.ts';
import { isItsLine, type SettledTask } from '#engine/archive-reader/settled-tasks.ts';
import type { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import type { SitemapNames } from '#engine/list-tasks/sitemap-names.ts';
import type { PlacedItem } from '#engine/page-chunks/chunk-page.ts';
import type { PageRecord } from '#engine/page-chunks/page-record.ts';
import type { ReadBudget } from '#engine/page-chunks/read-budget.ts';
import type { RunningWave } from '#engine/running/running-wave.ts';

/** Rows looked up together: one read. */
const MOST_KEYS = KEYS_A_READ;

export interface RecordPagesParts {
  readonly archive: Archive;
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

/** Place of a line in a chunk. */
type Line = Omit<PlacedTask, 'row'>;

/** A page, or where the budget ended. */
export type RecordItem =
  | PlacedItem<PageRecord>
  | { readonly stoppedAt: { readonly line: number; readonly item: number } };

/** Pages of chunks with their records. */
export class RecordPages {
  readonly #parts: RecordPagesParts;
  /** Addresses of discoverers by their keys. */
  readonly #urls = new Map<UrlKey, string>();

  constructor(parts: RecordPagesParts) {
    this.#parts = parts;
  }

  async *pagesOf(listed: ManifestChunk, from: ChunkCursor, room: number): AsyncGenerator<RecordItem> {
    const { archive, extracts } = this.#parts;
    const chunk = await readListedChunk(archive, listed);
    const records = extracts ? await readPart(archive, chunk, 'records') : null;
    const lines = chunk.outcomes.map((line, place) => ({ line, place }));
    const rowsOf = (some: readonly Line[]) => this.#settledOf(some, chunk.base);
    yield* this.#pages(this.#wanted(lines, records), { from, room, rowsOf, provisional: false });
  }

  /** The records of a chunk of the running wave. */
  async *runningPagesOf(
    { running, unit, base }: { running: RunningWave; unit: PlanUnit; base: string },
    from: { readonly line: number },
    room: number,
  ): AsyncGenerator<RecordItem> {
    const reported = await running.reported(unit, base);
    const rows = new Map(reported.map(({ place, row }) => [place, row]));
    const records = this.#parts.extracts ? await this.#runningRecords(base) : null;
    const rowsOf = async (some: readonly Line[]): Promise<PlacedTask[]> =>
      some.flatMap((line) => {
        const row = rows.get(line.place);
        return row === undefined ? [] : [{ ...line, row }];
      });
    yield* this.#pages(this.#wanted(reported, records), { from, room, rowsOf, provisional: true });
  }

  /** The chunk's last line says whether it has records; that is not read for it. */
  async #runningRecords(base: string): Promise<Uint8Array | null> {
    return await nullOn('OBJECT_NOT_FOUND', this.#parts.archive.get(`${base}${CHUNK_SUFFIX.records}`));
  }

  /** Lines of pages with their records. */
  #wanted(lines: readonly Pick<Line, 'line' | 'place'>[], bytes: Uint8Array | null): Line[] {
    const records = this.#parts.extracts ? new RecordCursor(bytes) : null;
    return lines.flatMap(({ line, place }) => {
      if (line.outcome.type !== 'stored' && line.outcome.type !== 'notModified') return [];
      const record = records?.take(line.key) ?? null;
      const isClean = record === null || record.errors.length === 0;
      return this.#parts.errorsOnly && isClean ? [] : [{ line, place, record }];
    });
  }

  async *#pages(
    lines: readonly Line[],
    of: {
      readonly from: { readonly line: number };
      readonly room: number;
      readonly rowsOf: (some: readonly Line[]) => Promise<PlacedTask[]>;
      readonly provisional: boolean;
    },
  ): AsyncGenerator<RecordItem> {
    const { extracts, budget } = this.#parts;
    const { from, room, rowsOf, provisional } = of;
    const wanted = lines.filter(({ place }) => place >= from.line);
    const batch = Math.min(MOST_KEYS, Math.max(room, 1));
    for (let at = 0; at < wanted.length; at += batch) {
      const some = wanted.slice(at, at + batch);
      if (at > 0 && budget.isSpent) return yield { stoppedAt: { line: some[0]?.place ?? 0, item: 0 } };
      const found = await rowsOf(some);
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
        yield { item: { key: row.key, provisional, ...page, ...extracted }, next: { line: place + 1, item: 0 } };
      }
    }
  }

  async #settledOf(some: readonly Line[], base: string): Promise<PlacedTask[]> {
    const rows = await this.#parts.settled.get(some.map(({ line }) => line.key));
    return some.flatMap((placed, i) => {
      const row = rows[i] ?? null;
      return row !== null && isPage(row.outcome) && isItsLine(row, placed.line, base) ? [{ ...placed, row }] : [];
    });
  }

  /** Looks the batch's discoverers up together; sitemaps are not tasks, and left for later. */
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
