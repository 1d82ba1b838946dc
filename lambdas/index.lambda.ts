import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { BoundedScratch } from '#adapters/scratch/bounded-scratch.ts';
import { FolderScratch, openScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { Selection } from '#core/selection/selection.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { AuditTicket, auditRun } from './builds/audit-run.ts';
import { comparisonRun } from './builds/comparison-run.ts';
import { ComparisonTicket } from './builds/comparison-ticket.ts';
import { DuplicatesTicket, duplicatesRun } from './builds/duplicates-run.ts';
import { ExportTicket, exportRun } from './builds/export-run.ts';
import { IndexTicket, indexRun } from './builds/index-run.ts';
import { fetchedSearch } from './fetched-search.ts';
import { TEXT_THREAD } from './run/text-thread.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/**
 * Characters of lines that wait on the disk: the function has 3 GB, and the index is written beside
 * them.
 */
const MOST_CHARACTERS = 2_048 * 1024 * 1024;
/** Size of an export's file, which is in memory. */
const MOST_FILE_BYTES = 256 * 1024 * 1024;
/** Time reserved for packing the index and storing it in the archive. */
const RESERVE_MS = 90_000;
/** Remedies: commands that read the archive themselves. */
const REMEDY = {
  index: 'run surf search ID WORDS --api URL: it reads the archive and builds the index on your machine',
  audit: 'run surf audit ID --api URL: it reads the archive and audits on your machine',
  file: 'run surf export ID --format FORMAT --out FILE --api URL: it reads the archive and makes the file on your machine',
  duplicates: 'run surf duplicates ID --api URL: it reads the archive and compares the texts on your machine',
  comparison: 'run surf diff BEFORE AFTER --api URL: it reads the archive and compares on your machine',
};
/** Its module is bundled beside this one (infra/constructs/functions/function-bundle.ts). */
const extraction = new ThreadExtraction({ entry: new URL('./extraction-thread.js', import.meta.url) });

/**
 * Work that no request can wait for: an ended execution → its search index; two of them → their
 * changes, or the page events that a subscription needs; an execution → the faults of its site, its
 * near duplicates, or the file of an export.
 */
export const handler = async (event: unknown, call: LambdaCall): Promise<void> => {
  const source = { ...open(call.awsRequestId), decodeBody };
  const comparison = ComparisonTicket.safeParse(event).data;
  if (comparison !== undefined) {
    const tools = { ...toolsWithin(call, REMEDY.comparison), extractor: (of: Selection) => extraction.extractor(of) };
    await comparisonRun({ source, tools, telemetry }, comparison);
    return;
  }
  const audit = AuditTicket.safeParse(event).data;
  if (audit !== undefined) return await auditRun({ source, tools: toolsWithin(call, REMEDY.audit), telemetry }, audit);
  const near = DuplicatesTicket.safeParse(event).data;
  if (near !== undefined)
    return await duplicatesRun({ source, tools: toolsWithin(call, REMEDY.duplicates), telemetry }, near);
  const file = ExportTicket.safeParse(event).data;
  if (file !== undefined) {
    const tools = toolsWithin(call, REMEDY.file);
    const bounds = { mostBytes: MOST_FILE_BYTES, isTimeUp: () => isTimeUp(call) };
    return await exportRun({ source, tools, telemetry, ...bounds }, file);
  }
  const { archive, accounts } = source;
  const exports = toolsWithin(call, REMEDY.index);
  const build = buildIndex({ index: fetchedSearch(archive, 'index'), archive, accounts, exports });
  await indexRun({ source, build, telemetry }, IndexTicket.parse(event));
};

const isTimeUp = (call: LambdaCall): boolean => call.getRemainingTimeInMillis() < RESERVE_MS;

/** @param remedy for work that exceeds the function's limits */
function toolsWithin(call: LambdaCall, remedy: string) {
  const bounds = { mostCharacters: MOST_CHARACTERS, isTimeUp: () => isTimeUp(call), remedy };
  return {
    async openScratch() {
      const { folder, close } = await openScratchFolder(null);
      return { scratch: new BoundedScratch(new FolderScratch(folder), bounds), close };
    },
    texts: () => new TextThreads({ entry: TEXT_THREAD }),
  };
}
