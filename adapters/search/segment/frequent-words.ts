import type { DatabaseSync } from 'node:sqlite';
import { packCounts } from '#adapters/search/segment/page-counts.ts';
import { type TextTable, WEIGHTS, wordName } from '#adapters/search/segment/segment-schema.ts';

/** Pages that make a word frequent: FTS5 takes some microseconds for each. */
export const FREQUENT_PAGES = 1_024;

/** Stores the pages of frequent words, with the frequencies: a search reads them at once. */
export function writeFrequent(database: DatabaseSync, tables: Iterable<TextTable>): void {
  const insert = database.prepare('INSERT INTO frequent VALUES (?, ?)');
  for (const table of tables) {
    database.exec(`CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab(main, ${table}, row)`);
    database.exec(`CREATE VIRTUAL TABLE temp.${table}_places USING fts5vocab(main, ${table}, instance)`);
    const words = database.prepare(`SELECT term FROM temp.${table}_words WHERE doc >= ${FREQUENT_PAGES}`).all();
    const places = database.prepare(`SELECT doc, col FROM temp.${table}_places WHERE term = ?`);
    places.setReturnArrays(true);
    for (const { term } of words) {
      const word = String(term);
      insert.run(wordName(table, word), packCounts(countsIn(places.iterate(word) as Iterable<never>)));
    }
    for (const kind of ['words', 'places']) database.exec(`DROP TABLE temp.${table}_${kind}`);
  }
}

function countsIn(places: Iterable<readonly [row: number, column: keyof typeof WEIGHTS]>) {
  const [rows, counts]: [number[], number[]] = [[], []];
  for (const [row, column] of places) {
    const last = rows.length - 1;
    if (rows[last] === row) counts[last] = (counts[last] ?? 0) + WEIGHTS[column];
    else {
      rows.push(row);
      counts.push(WEIGHTS[column]);
    }
  }
  return { rows: Uint32Array.from(rows), counts: Uint32Array.from(counts) };
}

/** Words of each page of a segment, of which its full-text tables have their pages. */
export function lengthsIn(database: DatabaseSync, pages: number, tables: Iterable<TextTable>): Uint32Array {
  const lengths = new Uint32Array(pages);
  for (const table of tables) {
    const sizes = database.prepare(`SELECT id, sz FROM ${table}_docsize` satisfies `${string}${TextTable}${string}`);
    sizes.setReturnArrays(true);
    for (const row of sizes.iterate()) {
      const [id, size] = row as unknown as readonly [number, Uint8Array];
      lengths[id - 1] = sumOf(size);
    }
  }
  return lengths;
}

/** The sum of SQLite's numbers: seven bits a byte, the highest first. */
function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    sum += value;
    value = 0;
  }
  return sum;
}
