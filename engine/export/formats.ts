import { INDEX_FILE } from '#core/export/file-path.ts';
import { chunkLines } from '#engine/export/formats/chunks.ts';
import { crawlTableLines } from '#engine/export/formats/crawl-table.ts';
import { csvRows } from '#engine/export/formats/csv.ts';
import { factLines } from '#engine/export/formats/facts.ts';
import { indexLines } from '#engine/export/formats/index-file.ts';
import { pageLines } from '#engine/export/formats/jsonl.ts';
import { linkLines } from '#engine/export/formats/links.ts';
import { llmsFile, llmsFullFile } from '#engine/export/formats/llms.ts';
import { markdownFile, markdownFiles } from '#engine/export/formats/markdown.ts';
import { mirrorFiles } from '#engine/export/formats/mirror.ts';
import { duplicateLines } from '#engine/export/formats/near-duplicates.ts';
import { parquetParts } from '#engine/export/formats/parquet.ts';
import { waczFile } from '#engine/export/formats/wacz.ts';
import { oneWarc, WARC_INDEX, warcFiles } from '#engine/export/formats/warc.ts';
import type { Chunks, ExportEntry, ExportJob, ExportOptions } from '#engine/export/job/export-job.ts';

/**
 * A format in which an execution can be exported. Command, API, console and docs read this table.
 */
export interface ExportFormat {
  /** Name for people who do not know the formats. */
  readonly title: string;
  /** One sentence: its content and its use. */
  readonly about: string;
  /** Word for one item. */
  readonly items: string;
  /** Options that it knows. */
  readonly options?: readonly (keyof ExportOptions)[];
  /** Makes one file. */
  readonly file?: (job: ExportJob) => Chunks;
  /** Suffix of that file. */
  readonly suffix?: string;
  readonly mediaType?: string;
  /**
   * Makes the files of a folder. `lastly`: the file that comes last, so that it is there only when
   * all others are.
   */
  readonly folder?: (job: ExportJob) => AsyncIterable<ExportEntry>;
  readonly lastly?: string;
}

const JSON_LINES = { suffix: '.jsonl', mediaType: 'application/jsonl' };
const PLAIN_TEXT = { suffix: '.txt', mediaType: 'text/plain; charset=utf-8' };

/** All formats, in the order of the help. */
export const EXPORT_FORMATS = {
  warc: {
    title: 'Archive (WARC)',
    about: 'All stored responses as one WARC 1.1 file, for web archives and warcio.',
    items: 'response',
    file: oneWarc,
    suffix: '.warc.gz',
    mediaType: 'application/gzip',
    folder: warcFiles,
    lastly: WARC_INDEX,
  },
  wacz: {
    title: 'Archive (WACZ)',
    about: 'A package with all responses and their index, which replayweb.page opens.',
    items: 'response',
    file: waczFile,
    suffix: '.wacz',
    mediaType: 'application/wacz',
  },
  jsonl: {
    title: 'Pages (JSON lines)',
    about: 'One JSON object for each page: URL, title, status, extracted fields.',
    items: 'page',
    file: pageLines,
    ...JSON_LINES,
    options: ['columns', 'only', 'skipsNear'],
  },
  csv: {
    title: 'Pages (CSV)',
    about: 'One row for each page, for spreadsheets.',
    items: 'page',
    file: csvRows,
    suffix: '.csv',
    mediaType: 'text/csv',
    options: ['columns', 'only', 'skipsNear'],
  },
  parquet: {
    title: 'Pages (Parquet)',
    about: 'The rows of csv as an Apache Parquet file, for DuckDB, pandas and Athena.',
    items: 'page',
    file: parquetParts,
    suffix: '.parquet',
    mediaType: 'application/vnd.apache.parquet',
    options: ['columns', 'only', 'skipsNear'],
  },
  markdown: {
    title: 'Text (Markdown)',
    about: 'The main text of each page as Markdown, for people and language models.',
    items: 'page',
    file: markdownFile,
    suffix: '.md',
    mediaType: 'text/markdown; charset=utf-8',
    folder: markdownFiles,
    options: ['part', 'fitTokens', 'only', 'skipsNear'],
  },
  facts: {
    title: 'Facts (JSON lines)',
    about: 'One JSON object for each HTML page: canonical, headings, OpenGraph, structured data and more.',
    items: 'page',
    file: factLines,
    ...JSON_LINES,
  },
  chunks: {
    title: 'Text in chunks (JSON lines)',
    about:
      'The Markdown of each page in chunks of 800 tokens, or as many as you say, with their headings, for retrieval.',
    items: 'chunk',
    file: chunkLines,
    ...JSON_LINES,
    options: ['chunkTokens', 'skipsNear'],
  },
  llms: {
    title: 'List for language models (llms.txt)',
    about: 'The pages by section with their descriptions, as llmstxt.org describes it.',
    items: 'page',
    file: llmsFile,
    ...PLAIN_TEXT,
    options: ['skipsNear'],
  },
  'llms-full': {
    title: 'Text for language models (llms-full.txt)',
    about: 'The Markdown of all pages in one file, each with its address.',
    items: 'page',
    file: llmsFullFile,
    ...PLAIN_TEXT,
    options: ['skipsNear'],
  },
  'near-duplicates': {
    title: 'Near duplicates (JSON lines)',
    about: 'Groups of pages with nearly the same main text: one JSON object for each page of a group.',
    items: 'page',
    file: duplicateLines,
    ...JSON_LINES,
    options: ['threshold'],
  },
  links: {
    title: 'Links (JSON lines)',
    about: 'One JSON object for each link: from, to, kind and what Surf decided about it.',
    items: 'link',
    file: linkLines,
    ...JSON_LINES,
    options: ['byTarget'],
  },
  mirror: {
    title: 'Files (ZIP)',
    about: 'The pages as files in folders, as they were sent, with a list of them.',
    items: 'page',
    folder: mirrorFiles,
    lastly: INDEX_FILE,
  },
  'crawl-table': {
    title: 'Crawl table (JSON lines)',
    about: 'One JSON object for each requested URL, with the texts of the links that lead to it.',
    items: 'row',
    file: crawlTableLines,
    ...JSON_LINES,
    options: ['explicitPorts'],
  },
  index: {
    title: 'Index file',
    about: 'The index file of a Crawler.conf: a line for each page with its digest and its file.',
    items: 'page',
    file: indexLines,
    suffix: '.txt',
    mediaType: 'text/plain; charset=utf-8',
  },
} as const satisfies Readonly<Record<string, ExportFormat>>;

export type FormatName = keyof typeof EXPORT_FORMATS;
export const FORMAT_NAMES = Object.keys(EXPORT_FORMATS) as FormatName[];
