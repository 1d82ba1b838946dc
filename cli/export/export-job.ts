import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExportSupply } from '#cli/export/export-supply.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** What an export wrote. */
export interface ExportTally {
  files: number;
  /** Responses, pages, links or rows. */
  items: number;
  bytes: number;
}

/** One export. */
export interface ExportJob {
  readonly supply: ExportSupply;
  readonly id: ExecutionId;
  readonly tally: ExportTally;
  /** For what is sorted on the way; gone when the export has ended. */
  readonly scratch: string;
  readonly options: ExportOptions;
}

/** Options of single formats. */
export interface ExportOptions {
  /** links: one line for each target and page that links to it. @default false */
  readonly byTarget: boolean;
  /** crawl-table: URLs with their port spelled out. @default false */
  readonly explicitPorts: boolean;
}

/** Gives `work` a folder that is gone afterwards, as `withScratch` does, and lets go before of what was opened of `supply`. */
export const withSupply = async <T>(
  supply: ExportSupply,
  path: string | null,
  work: (scratch: string) => Promise<T>,
): Promise<T> =>
  await withScratch(path, async (scratch) => {
    try {
      return await work(scratch);
    } finally {
      await supply.close();
    }
  });

/** Gives `work` a folder that is gone afterwards: beside `path`, or where the system has room for such. */
export async function withScratch<T>(path: string | null, work: (folder: string) => Promise<T>): Promise<T> {
  const near = path === null ? tmpdir() : dirname(path);
  const folder = await mkdtemp(join(near, '.surf-export-')).catch(() => mkdtemp(join(tmpdir(), 'surf-export-')));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
