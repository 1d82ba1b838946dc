import { DatabaseSync } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { countOf, weightOf } from '#adapters/search/segment/bm25.ts';
import { NO_PAGES, type PageCounts, unpackCounts } from '#adapters/search/segment/page-counts.ts';
import { readColumns, type SegmentColumns } from '#adapters/search/segment/segment-columns.ts';
import {
  BLOCK_PAGES,
  KEY_BYTES,
  READ_FORMATS,
  SEGMENT_FORMAT,
  type StoredPage,
  TABLE_NAMES,
  type TextTable,
  WEIGHTS,
  wordName,
} from '#adapters/search/segment/segment-schema.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { matchExpression } from '#core/search/match-expression.ts';
import type { PageBits } from '#core/search/page-bits.ts';
import { SEARCH_KINDS, type SearchDocument } from '#core/search/search-document.ts';
import type { IndexSegment } from '#core/search/search-index.ts';
import type { TextTerm } from '#core/search/search-query.ts';

/** Decoded bytes of a block: its pages with their texts, as JSON with escapes. */
const MOST_BLOCK_BYTES = BLOCK_PAGES * 256 * 1024;

/** Pages of a full-text table, and the words that they have together. */
interface TableTotals {
  readonly pages: number;
  readonly words: number;
}

/** A file of a segment, and its object. */
export interface SegmentPlace {
  readonly path: URL;
  /** Key and size of the object. */
  readonly object: string;
  readonly bytes: number;
  /** Pages that a search can find; null: all. */
  readonly shown: PageBits | null;
}

/** A segment in a file, opened for reading; the file never changes. */
export class FtsSegment implements IndexSegment {
  readonly object: string;
  readonly bytes: number;
  readonly shown: PageBits | null;
  readonly pages: number;
  readonly isComplete: boolean;
  readonly columns: SegmentColumns;
  readonly #database: DatabaseSync;
  readonly #totals: Readonly<Record<TextTable, TableTotals>>;
  readonly #hasFrequent: boolean;
  readonly #hasBare: boolean;
  #block: { readonly id: number; readonly pages: readonly StoredPage[] } | null = null;

  /** @throws SurfError OBJECT_CORRUPT, FORMAT_UNKNOWN */
  constructor({ path, object, bytes, shown }: SegmentPlace) {
    this.object = object;
    this.bytes = bytes;
    this.shown = shown;
    this.#database = this.sound(() => new DatabaseSync(immutable(path), { readOnly: true }));
    try {
      const rows = this.sound(() => this.#database.prepare('SELECT name, value FROM meta').all());
      const meta = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
      const format = meta.get('format') ?? '';
      if (!READ_FORMATS.includes(format)) throw unknownFormat(object, format);
      this.#hasBare = format === SEGMENT_FORMAT;
      this.pages = Number(meta.get('pages'));
      this.isComplete = meta.get('complete') === 'true';
      this.columns = this.sound(() => readColumns(this.#database, this.pages));
      this.#hasFrequent =
        this.sound(() => this.#database.prepare('SELECT 1 FROM frequent LIMIT 1').get()) !== undefined;
    } catch (error) {
      this.close();
      throw error;
    }
    this.#totals = totalsOf(this.columns);
  }

  /** @param row from 1 */
  isShown(row: number): boolean {
    return this.shown === null || this.shown.has(row);
  }

  /** The first shown row from this one on; one more than there are: none. */
  shownFrom(row: number): number {
    let next = row;
    while (next <= this.pages && !this.isShown(next)) next += 1;
    return next;
  }

  get shownPages(): number {
    if (this.shown === null) return this.pages;
    let count = 0;
    for (let row = this.shownFrom(1); row <= this.pages; row = this.shownFrom(row + 1)) count += 1;
    return count;
  }

  *keys(): Generator<string> {
    for (let row = 1; row <= this.pages; row++) yield this.keyOf(row);
  }

  keyOf(row: number): string {
    const at = (row - 1) * KEY_BYTES;
    return Buffer.from(this.columns.keys.buffer, at, KEY_BYTES).toString('hex');
  }

  /** @returns null: it has no such page. Its rows are in the order of their keys. */
  rowOf(key: string): number | null {
    let [from, to] = [1, this.pages + 1];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (this.keyOf(middle) < key) from = middle + 1;
      else to = middle;
    }
    return from <= this.pages && this.keyOf(from) === key ? from : null;
  }

  /**
   * The pages of a table that have a text, in the order of their rows, hidden ones too.
   * @param word the text, when it is one word as the table has it; else null
   */
  pagesWith(table: TextTable, term: TextTerm, word: string | null): PageCounts {
    if (word !== null && this.#hasFrequent) {
      const select = this.#database.prepare('SELECT pages FROM frequent WHERE word = ?');
      const packed = select.get(wordName(table, word))?.pages;
      if (packed instanceof Uint8Array) return unpackCounts(packed, this.pages);
    }
    return this.#matches(table, term);
  }

  /** Stems of words with accents in a table of stems, by the stem that they have without. */
  accented(table: TextTable, bare: string): string[] {
    if (!this.#hasBare || this.#totals[table].pages === 0) return [];
    const stems = this.#database.prepare('SELECT stem FROM bare WHERE word = ?').all(wordName(table, bare));
    return stems.map(({ stem }) => String(stem));
  }

  /** The full-text tables that have pages. */
  tables(): TextTable[] {
    return TABLE_NAMES.filter((table) => this.#totals[table].pages > 0);
  }

  /** The full-text table that has a page. */
  tableOf(row: number): TextTable {
    return TABLE_NAMES[this.columns.tables[row - 1] ?? 0] ?? 'stemmed';
  }

  document(row: number): SearchDocument {
    const kind = SEARCH_KINDS[this.columns.kinds[row - 1] ?? -1];
    const page = this.#pagesOf(Math.floor((row - 1) / BLOCK_PAGES))[(row - 1) % BLOCK_PAGES];
    if (page === undefined || kind === undefined) throw new Error(`page ${row} is missing`);
    const [key, url, title, language, bytes, fetchedAt, inlinks, history, body, headings, anchors, execution] = page;
    const changes = history === null ? null : { visits: history[0], changed: history[1], changedAt: history[2] };
    return { key, execution, url, title, kind, language, bytes, fetchedAt, inlinks, changes, body, headings, anchors };
  }

  /** The name of each number. */
  names(table: 'host' | 'language'): readonly string[] {
    return this.#database
      .prepare(`SELECT name FROM ${table} ORDER BY id`)
      .all()
      .map(({ name }) => String(name));
  }

  close(): void {
    this.#database.close();
  }

  /** Errors of SQLite and of decoding are a damaged file: no query can cause one. */
  sound<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (codeOf(error) !== undefined) throw error;
      throw new SurfError('OBJECT_CORRUPT', `the index ${this.object} cannot be read: ${(error as Error).message}`, {
        remedy: 'delete that object: the next search builds it again',
        cause: error,
      });
    }
  }

  /** FTS5 returns only its score; this derives from it how often each page has the text. */
  #matches(table: TextTable, term: TextTerm): PageCounts {
    const totals = this.#totals[table];
    if (totals.pages === 0) return NO_PAGES;
    const rank = `bm25(${table}, ${Object.values(WEIGHTS).join(', ')})`;
    const found = this.#database.prepare(`SELECT rowid, ${rank} FROM ${table} WHERE ${table} MATCH ?`);
    found.setReturnArrays(true);
    const rows = found.all(matchExpression(term)) as unknown as (readonly [row: number, rank: number])[];
    const weight = weightOf(rows.length, totals.pages);
    const average = totals.words / totals.pages;
    const { lengths } = this.columns;
    return {
      rows: Uint32Array.from(rows, ([row]) => row),
      counts: Uint32Array.from(rows, ([row, score]) => countOf(-score / weight, (lengths[row - 1] ?? 0) / average)),
    };
  }

  #pagesOf(id: number): readonly StoredPage[] {
    if (this.#block?.id === id) return this.#block.pages;
    const packed = this.#database.prepare('SELECT pages FROM block WHERE id = ?').get(id)?.pages;
    if (!(packed instanceof Uint8Array)) throw new Error(`block ${id} is missing`);
    const json = inflateRawSync(packed, { maxOutputLength: MOST_BLOCK_BYTES }).toString();
    this.#block = { id, pages: JSON.parse(json) as StoredPage[] };
    return this.#block.pages;
  }
}

/** Totals of all pages, hidden ones too: FTS5 ranks by them. */
function totalsOf({ tables, lengths }: SegmentColumns): Record<TextTable, TableTotals> {
  const [pages, words] = [TABLE_NAMES.map(() => 0), TABLE_NAMES.map(() => 0)];
  for (const [place, table] of tables.entries()) {
    pages[table] = (pages[table] ?? 0) + 1;
    words[table] = (words[table] ?? 0) + (lengths[place] ?? 0);
  }
  const totals = TABLE_NAMES.map((name, i) => [name, { pages: pages[i] ?? 0, words: words[i] ?? 0 }] as const);
  return Object.fromEntries(totals) as Record<TextTable, TableTotals>;
}

/** SQLite locks nothing and looks for no journal: the folder may be read-only. */
function immutable(path: URL): URL {
  const url = new URL(path);
  url.search = '?immutable=1';
  return url;
}

const unknownFormat = (object: string, format: string): SurfError =>
  new SurfError(
    'FORMAT_UNKNOWN',
    `the index ${object} has format ${format}; this Surf reads ${READ_FORMATS.join(' and ')}`,
    {
      remedy: 'use the version of Surf that wrote it, or delete that object: the next search builds it again',
    },
  );
