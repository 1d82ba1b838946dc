import type { DatabaseSync } from 'node:sqlite';
import { KEY_BYTES, TABLE_NAMES, type TextTable } from '#adapters/search/segment/segment-schema.ts';

/** The values by which a search counts, filters and ranks the pages of a segment: one a row. */
export interface PageFacts {
  /** 32 hex digits. */
  readonly key: string;
  /** Numbers of the tables `host` and `language`, and of SEARCH_KINDS. */
  readonly host: number;
  readonly language: number;
  readonly kind: number;
  readonly table: TextTable;
  /** Epoch ms; null: it is not known. */
  readonly changed: number | null;
}

/** Columns in the form in which they are read: row r, from 1, is at place r - 1. */
export interface SegmentColumns {
  /** KEY_BYTES a row. */
  readonly keys: Uint8Array;
  readonly hosts: Uint32Array;
  readonly languages: Uint16Array;
  readonly kinds: Uint8Array;
  /** Places in TABLE_NAMES. */
  readonly tables: Uint8Array;
  /** NaN: it is not known. */
  readonly changed: Float64Array;
  /** Words of its texts. */
  readonly lengths: Uint32Array;
}

/** Little endian, as every machine that Surf runs on. */
const TYPES = {
  keys: Uint8Array,
  hosts: Uint32Array,
  languages: Uint16Array,
  kinds: Uint8Array,
  tables: Uint8Array,
  changed: Float64Array,
  lengths: Uint32Array,
} as const;

/** Collects the columns of a segment that is being written. */
export class ColumnsWriter {
  readonly #keys: Buffer[] = [];
  readonly #facts: Omit<PageFacts, 'key'>[] = [];

  add({ key, ...facts }: PageFacts): void {
    const bytes = Buffer.alloc(KEY_BYTES);
    bytes.write(key, 'hex');
    this.#keys.push(bytes);
    this.#facts.push(facts);
  }

  /** @param lengths words of each page */
  write(database: DatabaseSync, lengths: Uint32Array): void {
    const facts = this.#facts;
    const columns: SegmentColumns = {
      keys: Buffer.concat(this.#keys),
      hosts: Uint32Array.from(facts, ({ host }) => host),
      languages: Uint16Array.from(facts, ({ language }) => language),
      kinds: Uint8Array.from(facts, ({ kind }) => kind),
      tables: Uint8Array.from(facts, ({ table }) => TABLE_NAMES.indexOf(table)),
      changed: Float64Array.from(facts, ({ changed }) => changed ?? Number.NaN),
      lengths,
    };
    const insert = database.prepare('INSERT INTO packed VALUES (?, ?)');
    for (const [name, { buffer, byteOffset, byteLength }] of Object.entries(columns))
      insert.run(name, new Uint8Array(buffer, byteOffset, byteLength));
  }
}

/**
 * Reads the columns.
 * @throws Error when one is missing, or has not a value for each page
 */
export function readColumns(database: DatabaseSync, pages: number): SegmentColumns {
  const select = database.prepare('SELECT bytes FROM packed WHERE name = ?');
  const read = <Name extends keyof typeof TYPES>(name: Name): InstanceType<(typeof TYPES)[Name]> => {
    const bytes = select.get(name)?.bytes;
    const width = name === 'keys' ? KEY_BYTES : TYPES[name].BYTES_PER_ELEMENT;
    if (!(bytes instanceof Uint8Array) || bytes.length !== pages * width) throw new Error(`column ${name} is damaged`);
    const own = bytes.slice().buffer; // begins where every type may begin
    return new TYPES[name](own) as InstanceType<(typeof TYPES)[Name]>;
  };
  return {
    keys: read('keys'),
    hosts: read('hosts'),
    languages: read('languages'),
    kinds: read('kinds'),
    tables: read('tables'),
    changed: read('changed'),
    lengths: read('lengths'),
  };
}
