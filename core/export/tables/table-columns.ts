import type { ColumnType } from '#core/export/tables/column-type.ts';
import type { PageContent } from '#core/export/tables/page-content.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { RecordField } from '#core/export/tables/record-fields.ts';
import type { Json } from '#core/model/json.ts';
import { fieldName } from '#core/plugin/plugin-name.ts';

/** Content of a cell; null: nothing. */
export type Cell = string | number | boolean | null;

/** Importance of a page, by the links of its execution. */
export interface PageImportance {
  /** Other pages that link it, also through redirects; without nofollow. */
  readonly inLinks: number;
  /** Fewest links from a seed; null: none of at most 100 lead there, a sitemap had it. */
  readonly depth: number | null;
  /** Its share of the rank of all pages, which is 1. Six digits. */
  readonly pageRank: number;
}

/** A page as tables take it. */
export interface TablePage extends PageLine {
  /** Present if a column needs it; null for a page without text. */
  readonly content?: PageContent | null;
  /** Present if a column needs it. */
  readonly importance?: PageImportance | null;
  /** Present if a column needs it: visits by the walks of a sample; null: none came to it. */
  readonly visits?: number | null;
  /** Present if a column needs it: its cash, with `order: importance`; null: it has none. */
  readonly cash?: number | null;
}

/** A column of the tables of pages (CSV, Parquet). */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  /**
   * Its value for a page. A field of the record may have another type than the column, if the
   * policy's default has.
   */
  readonly cell: (page: TablePage) => Cell;
  /** Its value in JSON, where a cell is JSON text. */
  readonly json?: (page: TablePage) => unknown;
  /** It needs the content of the page. */
  readonly isContent?: boolean;
  /** It needs what the page says of itself. */
  readonly isFact?: boolean;
  /** It needs all links of the execution. */
  readonly isImportance?: boolean;
  /** It needs the walks of a sample. */
  readonly isSample?: boolean;
  /** It needs the cash of the level lists. */
  readonly isCash?: boolean;
}

const PAGE_COLUMNS: readonly Column[] = [
  { name: 'url', type: 'string', cell: ({ url }) => url },
  { name: 'status', type: 'integer', cell: ({ status }) => status },
  { name: 'title', type: 'string', cell: ({ title }) => title },
  { name: 'contentType', type: 'string', cell: ({ contentType }) => contentType },
  { name: 'bytes', type: 'integer', cell: ({ bytes }) => bytes },
  { name: 'level', type: 'integer', cell: ({ level }) => level },
  { name: 'rank', type: 'integer', cell: ({ rank }) => rank },
  { name: 'via', type: 'string', cell: ({ via }) => via },
  { name: 'movedFrom', type: 'string', cell: ({ movedFrom }) => movedFrom },
  { name: 'fetchedAt', type: 'time', cell: ({ fetchedAt }) => fetchedAt },
  { name: 'digest', type: 'string', cell: ({ digest }) => digest },
  { name: 'noindex', type: 'boolean', cell: ({ noindex }) => noindex },
  { name: 'etag', type: 'string', cell: ({ etag }) => etag },
  { name: 'lastModified', type: 'string', cell: ({ lastModified }) => lastModified },
  { name: 'titleCut', type: 'boolean', cell: ({ titleCut }) => titleCut },
  { name: 'cut', type: 'boolean', cell: ({ cut }) => cut },
  { name: 'warcFile', type: 'string', cell: ({ warc }) => warc?.file ?? null },
  { name: 'warcOffset', type: 'integer', cell: ({ warc }) => warc?.offset ?? null },
  { name: 'warcLength', type: 'integer', cell: ({ warc }) => warc?.length ?? null },
];
const ERRORS_COLUMN: Column = {
  name: 'recordErrors',
  type: 'any',
  cell: ({ recordErrors }) => (recordErrors === undefined || recordErrors.length === 0 ? null : jsonOf(recordErrors)),
  json: ({ recordErrors }) => recordErrors ?? [],
};

/**
 * The columns of an execution's tables: those of a page, as in its JSON line, then one a field of
 * the selection policy and one a plug-in, then `recordErrors`. They depend on the workflow alone.
 * A field whose name a column has already (letter case aside, as databases compare them) is
 * `record.<name>`.
 *
 * @param fields null: the workflow extracts nothing
 */
export function tableColumns(fields: readonly RecordField[] | null): Column[] {
  if (fields === null) return [...PAGE_COLUMNS];
  const taken = new Set([...PAGE_COLUMNS, ERRORS_COLUMN].map(({ name }) => name.toLowerCase()));
  const columns = fields.map(({ name, type, isPlugin = false }): Column => {
    const free = freeName(name, { taken, room: 'record' });
    taken.add(free.toLowerCase());
    const value = isPlugin ? pluginValue : recordValue;
    return {
      name: free,
      type,
      cell: ({ record }) => cellOf(value(record, name)),
      json: ({ record }) => value(record, name),
    };
  });
  return [...PAGE_COLUMNS, ...columns, ERRORS_COLUMN];
}

/** The column of one field of a plug-in, `NAME.field`; null: no plug-in of this name is used. */
export function pluginColumn(fields: readonly RecordField[] | null, name: string): Column | null {
  const isUsed = fields?.some((field) => field.isPlugin === true && name.startsWith(fieldName(field.name, '')));
  if (isUsed !== true) return null;
  const json: Column['json'] = ({ record }) => recordValue(record, name);
  return { name, type: 'any', cell: ({ record }) => cellOf(recordValue(record, name)), json };
}

/** @param room prefix of a name that is taken */
export function freeName(
  name: string,
  { taken, room }: { readonly taken: ReadonlySet<string>; readonly room: 'record' | 'page' },
): string {
  let free = name;
  while (taken.has(free.toLowerCase())) free = `${room}.${free}`;
  return free;
}

const recordValue = (record: PageLine['record'], name: string): Json =>
  (record !== null && record !== undefined && Object.hasOwn(record, name) ? record[name] : null) ?? null;

/** All fields of a plug-in, without its name; null: it gave none. */
function pluginValue(record: PageLine['record'], plugin: string): Json {
  const prefix = fieldName(plugin, '');
  const own = Object.entries(record ?? {}).filter(([name]) => name.startsWith(prefix));
  return own.length === 0 ? null : Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

const cellOf = (value: Json): Cell => (typeof value === 'object' && value !== null ? jsonOf(value) : value);

const jsonOf = (value: unknown): string => JSON.stringify(value);
