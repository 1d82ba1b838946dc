import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { stemOf, withWords } from '#adapters/search/languages/word-stems.ts';
import { lengthsIn, writeFrequent } from '#adapters/search/segment/frequent-words.ts';
import { ColumnsWriter } from '#adapters/search/segment/segment-columns.ts';
import {
  BLOCK_PAGES,
  languageIn,
  SCHEMA,
  SEGMENT_FORMAT,
  type StoredPage,
  type TextTable,
  tableOf,
  textTable,
  WEIGHTS,
  wordName,
} from '#adapters/search/segment/segment-schema.ts';
import { MOST_DOCUMENTS, SEARCH_KINDS, type SearchDocument } from '#core/search/search-document.ts';
import { separated } from '#core/search/separated-text.ts';

/** Memory of SQLite's cache, KiB. */
const CACHE_KIB = 16_384;

/** Writes a segment into a new file, which is useless before `finish`. */
export class SegmentWriter {
  readonly #database: DatabaseSync;
  readonly #columns = new ColumnsWriter();
  readonly #block: StatementSync;
  readonly #bare: StatementSync;
  readonly #texts = new Map<TextTable, StatementSync>();
  readonly #hosts: Names;
  readonly #languages: Names;
  #waiting: StoredPage[] = [];
  #count = 0;
  #complete = true;

  /** @param path of a file that does not exist */
  constructor(path: string) {
    const database = new DatabaseSync(path);
    this.#database = database;
    for (const pragma of ['page_size = 8192', 'journal_mode = OFF', 'synchronous = OFF', `cache_size = -${CACHE_KIB}`])
      database.exec(`PRAGMA ${pragma}`);
    database.exec(SCHEMA);
    database.exec('BEGIN');
    this.#block = database.prepare('INSERT INTO block VALUES (?, ?)');
    this.#bare = database.prepare('INSERT OR IGNORE INTO bare VALUES (?, ?)');
    this.#hosts = new Names(database, 'host');
    this.#languages = new Names(database, 'language');
  }

  /** @returns false when the segment is full: the document is left out */
  add(document: SearchDocument): boolean {
    if (this.#count === MOST_DOCUMENTS) {
      this.#complete = false;
      return false;
    }
    this.#count += 1;
    const { key, url, title, kind, language, bytes, fetchedAt, inlinks, headings, anchors, body, changes } = document;
    const host = this.#hosts.idOf(URL.parse(url)?.hostname ?? '');
    const changed = changes === null ? null : Date.parse(changes.changedAt);
    const names = { host, language: this.#languages.idOf(language ?? ''), kind: SEARCH_KINDS.indexOf(kind) };
    const table = tableOf(document);
    this.#columns.add({ key, ...names, table, changed });
    this.#into(table).run(this.#count, ...[title, headings, anchors, body].map((text) => this.#words(table, text)));
    const history = changes === null ? null : ([changes.visits, changes.changed, changes.changedAt] as const);
    this.#waiting.push([
      key,
      url,
      title,
      language,
      bytes,
      fetchedAt,
      inlinks,
      history,
      body,
      headings,
      anchors,
      document.execution,
    ]);
    if (this.#waiting.length === BLOCK_PAGES) this.#writeBlock();
    return true;
  }

  /** Makes the segment complete, and closes it. */
  finish(): void {
    if (this.#waiting.length > 0) this.#writeBlock();
    const meta = this.#database.prepare('INSERT INTO meta VALUES (?, ?)');
    const values = { format: SEGMENT_FORMAT, pages: String(this.#count), complete: String(this.#complete) };
    for (const [name, value] of Object.entries(values)) meta.run(name, value);
    const tables = [...this.#texts.keys()];
    for (const table of tables) this.#database.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`);
    this.#columns.write(this.#database, lengthsIn(this.#database, this.#count, tables));
    writeFrequent(this.#database, tables);
    this.#database.exec('COMMIT');
    this.close();
  }

  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  /** The statement that puts a page into a table, which its first page makes. */
  #into(table: TextTable): StatementSync {
    const known = this.#texts.get(table);
    if (known !== undefined) return known;
    this.#database.exec(textTable(table));
    const columns = Object.keys(WEIGHTS);
    const insert = this.#database.prepare(
      `INSERT INTO ${table} (rowid, ${columns}) VALUES (?${', ?'.repeat(columns.length)})`,
    );
    this.#texts.set(table, insert);
    return insert;
  }

  /** A text as its table takes it. */
  #words(table: TextTable, text: string): string {
    const language = languageIn(table);
    if (language === null) return separated(text);
    return withWords(text, (written) => {
      const { stem, bare } = stemOf(language, written);
      if (bare !== stem) this.#bare.run(wordName(table, bare), stem);
      return stem;
    });
  }

  #writeBlock(): void {
    const first = Math.floor((this.#count - 1) / BLOCK_PAGES);
    this.#block.run(first, deflateRawSync(JSON.stringify(this.#waiting)));
    this.#waiting = [];
  }
}

/** Numbers for names, which few pages differ in. */
class Names {
  readonly #insert: StatementSync;
  readonly #ids = new Map<string, number>();

  constructor(database: DatabaseSync, table: 'host' | 'language') {
    this.#insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?)`);
  }

  idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(name, id);
      this.#insert.run(id, name);
    }
    return id;
  }
}
