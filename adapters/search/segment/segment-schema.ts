import {
  SEARCH_LANGUAGES,
  type SearchLanguage,
  searchLanguageOf,
} from '#adapters/search/languages/search-languages.ts';
import type { SearchDocument } from '#core/search/search-document.ts';

/** Version of the file; it is part of the object's key, too. */
export const SEGMENT_FORMAT = '4';
/**
 * Formats that Surf reads. Files of format 3, which later ticks of a collection name, have the
 * tables `stemmed` and `plain` alone.
 */
export const READ_FORMATS: readonly string[] = ['3', SEGMENT_FORMAT];

/** Tokenizers of FTS5. All of them ignore case, and accents of Latin letters. */
export const TOKENIZERS = {
  stemmed: 'porter unicode61 remove_diacritics 2',
  plain: 'unicode61 remove_diacritics 2',
  /** The vowel signs of Hindi and Tamil are parts of words. */
  stems: "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'",
} as const;
export type Tokenizer = keyof typeof TOKENIZERS;

/**
 * The full-text tables: `stemmed` has English, and pages that do not say their language; each
 * language of SEARCH_LANGUAGES has one, into which Surf puts stems; `plain` has all others. A file
 * has the tables that its pages need.
 */
export type TextTable = 'stemmed' | 'plain' | `stems_${SearchLanguage}`;
/** A page names its table by the place here. */
export const TABLE_NAMES: readonly TextTable[] = [
  'stemmed',
  'plain',
  ...SEARCH_LANGUAGES.map((language) => `stems_${language}` as const),
];

export function tableOf({ language }: Pick<SearchDocument, 'language'>): TextTable {
  if (language === null || language === 'en') return 'stemmed';
  const own = searchLanguageOf(language);
  return own === null ? 'plain' : `stems_${own}`;
}

/** The language whose stems a table has; null: SQLite makes its words. */
export const languageIn = (table: TextTable): SearchLanguage | null =>
  table === 'stemmed' || table === 'plain' ? null : (table.slice('stems_'.length) as SearchLanguage);

export const tokenizerOf = (table: TextTable): Tokenizer =>
  table === 'stemmed' || table === 'plain' ? table : 'stems';

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
 * these columns, from 1. `frequent` has the pages of words that many pages have, `bare` the stems
 * of words with accents, by the table and the stem that they have without.
 */
export const SCHEMA = [
  'CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID',
  'CREATE TABLE host (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  'CREATE TABLE language (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)',
  'CREATE TABLE packed (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)',
  'CREATE TABLE frequent (word TEXT PRIMARY KEY, pages BLOB NOT NULL)',
  'CREATE TABLE block (id INTEGER PRIMARY KEY, pages BLOB NOT NULL)',
  'CREATE TABLE bare (word TEXT, stem TEXT, PRIMARY KEY (word, stem)) WITHOUT ROWID',
].join(';\n');

/** Makes a full-text table. */
export const textTable = (table: TextTable): string =>
  `CREATE VIRTUAL TABLE ${table} USING fts5(${TEXT_COLUMNS}, content='', tokenize="${TOKENIZERS[tokenizerOf(table)]}")`;

/** The name of a word of `frequent` and `bare`: the tables have different words. */
export const wordName = (table: TextTable, word: string): string => `${table} ${word}`;

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
