import type { MainTexts } from '#core/content/main-texts.ts';
import { USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import type { PagePart } from '#core/content/tree/plain-markup.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { USUAL_CHUNK_TOKENS } from '#core/export/text-chunks.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';

/** Counts of an export so far. */
export interface ExportTally {
  files: number;
  /** Responses, pages, links or rows. */
  items: number;
  bytes: number;
  /** markdown: HTML pages without any text, as those are that a browser builds. @default none */
  textless?: number;
}

/** One export. */
export interface ExportJob {
  readonly supply: ExportSupply;
  readonly id: ExecutionId;
  readonly tally: ExportTally;
  readonly scratch: Scratch;
  /** Called only by formats that need the text of pages; the format closes what it got. */
  readonly texts: () => MainTexts;
  readonly options: ExportOptions;
}

/** Options of single formats. */
export interface ExportOptions {
  /** links: one line for each target and page that links to it. @default false */
  readonly byTarget: boolean;
  /** crawl-table: URLs with their port spelled out. @default false */
  readonly explicitPorts: boolean;
  /** Least share of common runs of words of near duplicates, 0.7 to 1. @default 0.9 */
  readonly threshold: number;
  /** jsonl, csv, parquet: names of columns, see chosenColumns. @default null: the usual ones */
  readonly columns: readonly string[] | null;
  /** markdown: the part of a page. @default 'main' */
  readonly part: PagePart;
  /** markdown: most tokens of a page, see fitMarkdown. @default null: all of the part */
  readonly fitTokens: number | null;
  /** chunks: most tokens of a chunk, see textChunks. @default 800 */
  readonly chunkTokens: number;
  /** jsonl, csv, parquet, markdown: addresses of the pages that are exported. @default null: all */
  readonly only: ReadonlySet<string> | null;
  /** Formats of pages and texts: near copies of a page that stays are left out. @default false */
  readonly skipsNear: boolean;
  /** Addresses of these copies, once they are known. @default null: none */
  readonly copies: ReadonlySet<string> | null;
}

export const USUAL_OPTIONS: ExportOptions = {
  byTarget: false,
  explicitPorts: false,
  threshold: USUAL_THRESHOLD,
  columns: null,
  part: 'main',
  fitTokens: null,
  chunkTokens: USUAL_CHUNK_TOKENS,
  only: null,
  skipsNear: false,
  copies: null,
};

/** Is the page of this address among those that are exported? */
export const isExported = ({ options: { only, copies } }: Pick<ExportJob, 'options'>, url: string): boolean =>
  only?.has(url) !== false && copies?.has(url) !== true;

/** Content of a file, a part at a time. */
export type Chunks = AsyncIterable<Uint8Array | string>;

/** A file of an export that is a folder. It is read to its end before the next one is requested. */
export interface ExportEntry {
  /** Segments with `/` between them, safe on every file system (core/export/file-path.ts). */
  readonly path: string;
  readonly content: Uint8Array | Chunks;
}
