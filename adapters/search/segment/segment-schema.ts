import type { SearchDocument } from '#core/search/search-document.ts';

/** Version of the file; it is part of the object's key, too. */
export const SEGMENT_FORMAT = '3';

/**
 * The two full-text tables: English is reduced to stems, and so is a page that does not say its
 * language; every other language is not. Both ignore case and accents.
 */
export const TEXT_TABLES = {
  stemmed: 'porter unicode61 remove_diacritics 2',
  plain: 'unicode61 remove_diacritics 2',
} as const;
export type TextTable = keyof typeof TEXT_TABLES;
export const TABLE_NAMES = Object.keys(TEXT_TABLES) as readonly TextTable[];

export const tableOf = ({ language }: Pick<SearchDocument, 'language'>): TextTable =>
  language === null || language === 'en' ? 'stemmed' : 'plain';

/** Columns with the weight of a word in them. */
export const WEIGHTS = { title: 4, headings: 2, anchors: 2, body: 1 } as const;
export const TEXT_COLUMNS = Object.keys(WEIGHTS).join(', ');

/** Pages that are compressed together; one of them is read to show one page. */
export const BLOCK_PAGES = 8;
/** Bytes of a key. */
export const KEY_BYTES = 16;

/**
 * Searches count and filter by the columns in `packed`, one value a page, and show the values of
 * `block`, which are compressed. The full-text tables keep no text: their row numbers are places in
 * these columns, from 1. `frequent` has the pages of words that many pages have.
 */
export const SCHEMA = [
  'CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  'CREATE TABLE language (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  'CREATE TABLE packed (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)',
  'CREATE TABLE frequent (word TEXT PRIMARY KEY, pages BLOB NOT NULL)',
  'CREATE TABLE block (id INTEGER PRIMARY KEY, pages BLOB NOT NULL)',
  ...Object.entries(TEXT_TABLES).map(
    ([name, tokenize]) =>
      `CREATE VIRTUAL TABLE ${name} USING fts5(${TEXT_COLUMNS}, content='', tokenize='${tokenize}')`,
  ),
].join(';\n');

/** The name of a word of `frequent`: the tables have different words. */
export const frequentName = (table: TextTable, word: string): string => `${table} ${word}`;

/** A page of a block, as a JSON array: short names would be most of a small page. */
export type StoredPage = readonly [
  key: string,
  url: string,
  title: string,
  language: string | null,
  bytes: number | null,
  fetchedAt: string | null,
  inlinks: number,
  changes: readonly [visits: number, changed: number, changedAt: string] | null,
  body: string,
  headings: string,
  anchors: string,
  execution: string,
];
