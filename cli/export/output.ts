import { basename } from 'node:path';
import { type ExportTarget, exportTarget } from '#cli/export/export-target.ts';
import { SurfError } from '#core/error.ts';
import { didYouMean } from '#core/faults/nearest-name.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, type FormatName } from '#engine/export/formats.ts';

/** An output of an export: a format, and the file or folder that the user named. */
export interface Output {
  readonly format: FormatName;
  readonly path: string;
}

/** An output whose destination was checked before anything is written. */
export interface OpenOutput extends Output {
  readonly target: ExportTarget;
}

/**
 * The named format, or else the one of the path's suffix.
 * @throws SurfError COMMAND_USAGE
 */
export function outputOf(path: string, format: string | undefined): Output {
  return { path, format: format === undefined ? formatBySuffix(path) : formatByName(format) };
}

/** @throws SurfError OUTPUT_EXISTS, COMMAND_USAGE */
export async function openOutput({ format, path }: Output, force: boolean): Promise<OpenOutput> {
  return { format, path, target: await exportTarget(path, { as: shapeOf(EXPORT_FORMATS[format]), force }) };
}

/** True if `--columns` applies to the format. */
export function hasColumns({ format }: Output): boolean {
  const { options = [] }: ExportFormat = EXPORT_FORMATS[format];
  return options.includes('columns');
}

const shapeOf = ({ file, folder }: ExportFormat): 'file' | 'folder' | 'either' =>
  folder === undefined ? 'file' : file === undefined ? 'folder' : 'either';

function formatByName(text: string): FormatName {
  const format = FORMAT_NAMES.find((known) => known === text);
  if (format !== undefined) return format;
  throw new SurfError('COMMAND_USAGE', `--format ${JSON.stringify(text.slice(0, 100))} is unknown`, {
    remedy: `${didYouMean(text, FORMAT_NAMES)}formats are ${FORMAT_NAMES.join(', ')}`,
  });
}

/** Formats by suffix; `.txt` is ambiguous. */
const BY_SUFFIX: ReadonlyMap<string, FormatName> = new Map(
  (['warc', 'wacz', 'jsonl', 'csv', 'parquet', 'markdown'] as const).map((name) => [EXPORT_FORMATS[name].suffix, name]),
);

/** Formats by file name, for names that their readers look for. */
const BY_NAME: Readonly<Record<string, FormatName>> = { 'llms.txt': 'llms', 'llms-full.txt': 'llms-full' };

/** Suffixes of files that other crawlers write, and what takes their place. */
const MEANT: readonly (readonly [suffix: RegExp, remedy: string])[] = [
  [/\.(?:json|ndjson)$/i, '.jsonl has one page a line as JSON; '],
  [/\.(?:xlsx?|ods|tsv)$/i, '.csv opens in a spreadsheet; '],
  [/\.html?$/i, '--format mirror and a folder write the pages themselves; '],
];
const meantBy = (path: string): string => MEANT.find(([suffix]) => suffix.test(path))?.[1] ?? '';

function formatBySuffix(path: string): FormatName {
  const named = BY_NAME[basename(path).toLowerCase()];
  if (named !== undefined) return named;
  for (const [suffix, format] of BY_SUFFIX) if (path.toLowerCase().endsWith(suffix)) return format;
  throw new SurfError('COMMAND_USAGE', `${path.slice(0, 200)} does not say in which format to write`, {
    remedy: `${meantBy(path)}${path === '-' ? '' : `end it with ${[...BY_SUFFIX.keys()].join(', ')}, or `}add --format: ${FORMAT_NAMES.join(', ')}`,
  });
}
