import { crawlTableLines } from '#cli/export/export-crawl-table.ts';
import { indexLines, oneWarc, pageLines, WARC_INDEX, warcFolder } from '#cli/export/export-files.ts';
import type { ExportJob, ExportOptions } from '#cli/export/export-job.ts';
import { linkLines } from '#cli/export/export-links.ts';
import { markdownFile, markdownFolder } from '#cli/export/export-markdown.ts';
import { mirrorInto } from '#cli/export/export-mirror.ts';
import { csvRows, parquetParts } from '#cli/export/export-tables.ts';
import type { Chunks } from '#cli/export/export-target.ts';
import { waczFile } from '#cli/export/export-wacz.ts';
import { INDEX_FILE } from '#core/export/file-path.ts';

/** A format of `surf export`. */
export interface ExportFormat {
  /** What its items are, in the singular. */
  readonly items: string;
  /** Options that it knows. */
  readonly options?: readonly (keyof ExportOptions)[];
  /** Makes one file. */
  readonly file?: (job: ExportJob) => Chunks;
  /** Fills a folder; `lastly`: the file that is there only when all others are. */
  readonly folder?: (job: ExportJob, folder: string) => Promise<void>;
  readonly lastly?: string;
}

const mirrored = async (job: ExportJob, folder: string): Promise<void> =>
  mirrorInto({ ...job, source: await job.supply.kept(job) }, folder);

/** All formats, in the order of the help. */
export const EXPORT_FORMATS = {
  warc: { items: 'response', file: oneWarc, folder: warcFolder, lastly: WARC_INDEX },
  wacz: { items: 'response', file: waczFile },
  jsonl: { items: 'page', file: pageLines },
  csv: { items: 'page', file: csvRows },
  parquet: { items: 'page', file: parquetParts },
  markdown: { items: 'page', file: markdownFile, folder: markdownFolder },
  links: { items: 'link', file: linkLines, options: ['byTarget'] },
  mirror: { items: 'page', folder: mirrored, lastly: INDEX_FILE },
  'crawl-table': { items: 'row', file: crawlTableLines, options: ['explicitPorts'] },
  index: { items: 'page', file: indexLines },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type FormatName = keyof typeof EXPORT_FORMATS;
export const FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as FormatName[];
