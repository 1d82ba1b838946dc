import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnType } from '#core/export/tables/column-type.ts';
import type { Cell, TablePage } from '#core/export/tables/table-columns.ts';

/** A row group is closed at this many rows, or at about this many bytes of text. */
export const GROUP_ROWS = 10_000;
export const GROUP_BYTES = 32 * 1024 * 1024;
/** A page of a column, and its longest texts in statistics. */
const PAGE_BYTES = 1024 * 1024;
const STATISTICS_BYTES = 64;

/** A column of a file with rows of this type. */
export interface ParquetColumn<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
}

/**
 * Writes pages, or other rows, as an Apache Parquet file, part by part: `add` and `finish` return
 * the bytes that follow those returned before. One row group is in memory. Text is UTF-8, integers
 * are INT64, instants TIMESTAMP (milliseconds, UTC), lists and objects JSON text; every column may
 * be null.
 */
export class ParquetFile<Row = TablePage> {
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #out = new ByteWriter(PAGE_BYTES);
  readonly #writer: ParquetWriter;
  #cells: (string | number | boolean | bigint | Date | null)[][];
  #rows = 0;
  #bytes = 0;

  constructor(columns: readonly ParquetColumn<Row>[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#out,
      schema: schemaOf(columns),
      codec: 'SNAPPY',
      statisticsTruncateLength: STATISTICS_BYTES,
      createdBy: 'surf-crawler',
    });
    this.#cells = columns.map(() => []);
  }

  /** @returns the bytes of a row group when one is full, else null */
  async add(row: Row): Promise<Uint8Array | null> {
    for (const [i, { type, cell }] of this.#columns.entries()) {
      const value = cell(row);
      if (typeof value === 'string') this.#bytes += value.length;
      this.#cells[i]?.push(parquetValue(value, type));
    }
    this.#rows += 1;
    if (this.#rows < GROUP_ROWS && this.#bytes < GROUP_BYTES) return null;
    await this.#closeGroup();
    return this.#taken();
  }

  /** @returns the rest of the file */
  async finish(): Promise<Uint8Array> {
    if (this.#rows > 0) await this.#closeGroup();
    await this.#writer.finish();
    return this.#taken();
  }

  async #closeGroup(): Promise<void> {
    const columnData = this.#columns.map(({ name }, i) => ({ name, data: this.#cells[i] ?? [] }));
    await this.#writer.write({ columnData, rowGroupSize: this.#rows, pageSize: PAGE_BYTES });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
    this.#bytes = 0;
  }

  /** The writer continues counting from where it is; its buffer begins again. */
  #taken(): Uint8Array {
    const bytes = Uint8Array.prototype.slice.call(this.#out.getBytes());
    this.#out.index = 0;
    return bytes;
  }
}

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

const OPTIONAL = { repetition_type: 'OPTIONAL' } as const;
const SCHEMA: Readonly<Record<ColumnType, Omit<SchemaElement, 'name'>>> = {
  string: { ...OPTIONAL, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  any: { ...OPTIONAL, type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { ...OPTIONAL, type: 'INT64' },
  number: { ...OPTIONAL, type: 'DOUBLE' },
  boolean: { ...OPTIONAL, type: 'BOOLEAN' },
  time: {
    ...OPTIONAL,
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

const schemaOf = (columns: readonly Pick<ParquetColumn<never>, 'name' | 'type'>[]): SchemaElement[] => [
  { name: 'pages', num_children: columns.length },
  ...columns.map(({ name, type }) => ({ name, ...SCHEMA[type] })),
];

/** The value in the column's type, else null: a typed file has no room for a text among numbers. */
function parquetValue(value: Cell, type: ColumnType): string | number | boolean | bigint | Date | null {
  if (value === null) return null;
  switch (type) {
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
    case 'number':
      return typeof value === 'number' ? value : null;
    case 'boolean':
      return typeof value === 'boolean' ? value : null;
    case 'time': {
      const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      return Number.isNaN(at) ? null : new Date(at);
    }
    case 'string':
    case 'any':
      return String(value);
  }
}
