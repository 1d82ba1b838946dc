import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { BoundedScratch } from '#adapters/scratch/bounded-scratch.ts';
import { FolderScratch, openScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { buildIndex } from '#engine/search/build-index.ts';
import { fetchedSearch } from './fetched-search.ts';
import { IndexTicket, indexRun } from './run/index-run.ts';
import { TEXT_THREAD } from './run/text-thread.ts';
import { type LambdaCall, openWiring } from './wiring.ts';

const { telemetry, open } = openWiring();

/** Of lines that wait on the disk: the function has 3 GB, and the index is written beside them. */
const MOST_CHARACTERS = 2_048 * 1024 * 1024;
/** For the end: the index is packed, and put into the archive. */
const RESERVE_MS = 90_000;
const REMEDY = 'run surf search ID WORDS --api URL: it reads the archive and builds the index on your machine';

/** An ended execution → the index for its searches. */
export const handler = async (event: unknown, call: LambdaCall): Promise<void> => {
  const ticket = IndexTicket.parse(event);
  const ports = open(call.awsRequestId);
  const bounds = {
    mostCharacters: MOST_CHARACTERS,
    isOver: () => call.getRemainingTimeInMillis() < RESERVE_MS,
    remedy: REMEDY,
  };
  const exports = {
    async openScratch() {
      const { folder, close } = await openScratchFolder(null);
      return { scratch: new BoundedScratch(new FolderScratch(folder), bounds), close };
    },
    texts: () => new TextThreads({ entry: TEXT_THREAD }),
  };
  const build = buildIndex({ index: fetchedSearch(ports.archive, 'index'), archive: ports.archive, exports });
  await indexRun({ source: { ...ports, decodeBody }, build, telemetry }, ticket);
};
