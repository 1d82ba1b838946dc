import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { inflateRawSync } from 'node:zlib';
import { FoundPages, type FoundRow } from '#adapters/search/found-pages.ts';
import { BLOCK_PAGES, SEGMENT_FORMAT, type StoredPage, tableOf, WEIGHTS } from '#adapters/search/segment-schema.ts';
import { SegmentSnippets } from '#adapters/search/segment-snippets.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { markExpression, matchExpression } from '#core/search/match-expression.ts';
import { timeOf } from '#core/search/moment.ts';
import { SEARCH_KINDS } from '#core/search/search-document.ts';
import type {
  FacetValue,
  IndexedPage,
  SearchAnswer,
  SearchRequest,
  SearchResult,
  SearchSegment,
} from '#core/search/search-index.ts';
import type { FilterTerm, SearchQuery } from '#core/search/search-query.ts';

/** So many pages with every word are enough; else one word is. */
const ENOUGH = 10;
/** Decoded bytes of a block: its pages with their texts, as JSON with escapes. */
const MOST_BLOCK_BYTES = BLOCK_PAGES * 256 * 1024;

interface HowToFind {
  readonly match: SearchAnswer['match'];
  readonly most: number;
  readonly now: number;
}

/** A segment in a file, opened for reading; the file never changes. */
export class FtsSegment implements SearchSegment {
  readonly #object: string;
  readonly #database: DatabaseSync;
  readonly #meta: ReadonlyMap<string, string>;

  /**
   * @param path of the file
   * @param object its key, for messages
   * @throws SurfError OBJECT_CORRUPT, FORMAT_UNKNOWN
   */
  constructor(path: URL, object: string) {
    this.#object = object;
    this.#database = this.#sound(() => new DatabaseSync(immutable(path), { readOnly: true }));
    try {
      const rows = this.#sound(() => this.#database.prepare('SELECT name, value FROM meta').all());
      this.#meta = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
      if (this.#meta.get('format') !== SEGMENT_FORMAT) throw unknownFormat(object, this.#meta.get('format'));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  search(request: SearchRequest): SearchAnswer {
    return this.#sound(() => this.#answer(request));
  }

  get indexed(): number {
    return Number(this.#meta.get('pages'));
  }

  get complete(): boolean {
    return this.#meta.get('complete') === 'true';
  }

  *pages(most: number): Generator<IndexedPage> {
    const pages = Math.min(most, this.indexed);
    for (let first = 0; first < pages; first += BLOCK_PAGES) {
      const block = this.#sound(() => this.#block(first / BLOCK_PAGES));
      for (const [key, url, title, language, , , , , body] of block.slice(0, pages - first)) {
        yield { key, url, title, language, body };
      }
    }
  }

  close(): void {
    this.#database.close();
  }

  #answer({ query, limit, offset, now }: SearchRequest): SearchAnswer {
    let match: SearchAnswer['match'] = 'all';
    let found = this.#find(query, { match, most: offset + limit, now });
    if (found.total < ENOUGH && query.texts.filter(({ type, not }) => type === 'word' && !not).length > 1) {
      match = 'any';
      found = this.#find(query, { match, most: offset + limit, now });
    }
    return {
      match,
      total: found.total,
      indexed: this.indexed,
      complete: this.complete,
      results: this.#results(found.best().slice(offset), markExpression(query)),
      facets: {
        host: this.#named('host', found.hosts()),
        type: found.kinds().flatMap(({ value, pages }) => {
          const kind = SEARCH_KINDS[value];
          return kind === undefined ? [] : [{ value: kind, pages }];
        }),
        language: this.#named('language', found.languages()).filter(({ value }) => value !== ''),
      },
    };
  }

  #find(query: SearchQuery, how: HowToFind): FoundPages {
    const { where, values } = conditions(query.filters, how.now);
    const expression = matchExpression(query, how.match);
    const found = new FoundPages(how.most);
    for (const table of ['stemmed', 'plain'] as const) {
      const rank = `bm25(${table}, ${Object.values(WEIGHTS).join(', ')})`;
      const statement = this.#database.prepare(
        `SELECT page.id, ${rank}, page.host, page.kind, page.language FROM ${table} ` +
          `JOIN page ON page.id = ${table}.rowid WHERE ${table} MATCH ?${where}`,
      );
      statement.setReturnArrays(true);
      for (const row of statement.iterate(expression, ...values)) found.add(row as unknown as FoundRow);
    }
    return found;
  }

  #results(found: readonly { readonly id: number; readonly score: number }[], expression: string): SearchResult[] {
    const snippets = new SegmentSnippets();
    try {
      return found.map(({ id, score }) => {
        const { kind, page } = this.#page(id);
        const [key, url, title, language, bytes, fetchedAt, inlinks, history, body] = page;
        const snippet = snippets.cut(tableOf({ language }), { body, expression });
        const changes = history === null ? null : { visits: history[0], changed: history[1], changedAt: history[2] };
        return { key, url, title, kind, language, bytes, fetchedAt, inlinks, changes, snippet, score };
      });
    } finally {
      snippets.close();
    }
  }

  #page(id: number): { kind: SearchResult['kind']; page: StoredPage } {
    const kind = SEARCH_KINDS[Number(this.#database.prepare('SELECT kind FROM page WHERE id = ?').get(id)?.kind)];
    const page = this.#block(Math.floor((id - 1) / BLOCK_PAGES))[(id - 1) % BLOCK_PAGES];
    if (page === undefined || kind === undefined) throw new Error(`page ${id} is missing`);
    return { kind, page };
  }

  #block(block: number): StoredPage[] {
    const packed = this.#database.prepare('SELECT pages FROM block WHERE id = ?').get(block)?.pages;
    if (!(packed instanceof Uint8Array)) throw new Error(`block ${block} is missing`);
    return JSON.parse(inflateRawSync(packed, { maxOutputLength: MOST_BLOCK_BYTES }).toString()) as StoredPage[];
  }

  #named(table: 'host' | 'language', values: readonly FacetValue<number>[]): FacetValue[] {
    const statement = this.#database.prepare(`SELECT name FROM ${table} WHERE id = ?`);
    return values.map(({ value, pages }) => ({ value: String(statement.get(value)?.name ?? ''), pages }));
  }

  /** Errors of SQLite and of decoding are a damaged file: no query can cause one. */
  #sound<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (codeOf(error) !== undefined) throw error;
      throw new SurfError('OBJECT_CORRUPT', `the index ${this.#object} cannot be read: ${(error as Error).message}`, {
        remedy: 'delete that object: the next search builds it again',
        cause: error,
      });
    }
  }
}

/** SQLite locks nothing and looks for no journal: the folder may be read-only. */
function immutable(path: URL): URL {
  const url = new URL(path);
  url.search = '?immutable=1';
  return url;
}

/** Conditions of the filters, each with AND before it. */
function conditions(filters: readonly FilterTerm[], now: number): { where: string; values: SQLInputValue[] } {
  const parts: string[] = [];
  const values: SQLInputValue[] = [];
  for (const filter of filters) {
    const { sql, bound } = conditionOf(filter, now);
    parts.push(` AND ${filter.not ? 'NOT ' : ''}(${sql})`);
    values.push(...bound);
  }
  return { where: parts.join(''), values };
}

function conditionOf(filter: FilterTerm, now: number): { sql: string; bound: SQLInputValue[] } {
  if (filter.type === 'type') return { sql: 'page.kind = ?', bound: [SEARCH_KINDS.indexOf(filter.kind)] };
  if (filter.type === 'lang') {
    return { sql: 'page.language IN (SELECT id FROM language WHERE name = ?)', bound: [filter.language] };
  }
  if (filter.type === 'changed') {
    return { sql: `page.changed ${filter.is === 'after' ? '>=' : '<'} ?`, bound: [timeOf(filter.moment, now)] };
  }
  const { host } = filter;
  return {
    sql: 'page.host IN (SELECT id FROM host WHERE name = ? OR substr(name, -length(?)) = ?)',
    bound: [host, `.${host}`, `.${host}`],
  };
}

const unknownFormat = (object: string, format: string | undefined): SurfError =>
  new SurfError('FORMAT_UNKNOWN', `the index ${object} has format ${format}; this Surf reads ${SEGMENT_FORMAT}`, {
    remedy: 'use the version of Surf that wrote it, or delete that object: the next search builds it again',
  });
