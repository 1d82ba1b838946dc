import type { Call, Run } from '#cli/args/command.ts';
import { withDataFolder } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import type { Archive } from '#core/archive/archive.ts';
import { decodeCandidate } from '#core/archive/chunk/candidate-record.ts';
import { chunkValues } from '#core/archive/chunk/chunk-values.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { blocksIn } from '#core/archive/warc/record-blocks.ts';
import { SurfError } from '#core/error.ts';

const OF_RECORDS = '.bin';

/**
 * `surf debug chunk KEY`: a chunk's lines object, or a run of link records of the frontier, as JSON
 * lines on stdout.
 */
export const run: Run = (call) =>
  withDataFolder(call, 'surf debug', async ({ surf: { archive } }) => {
    const key = keyOf(call);
    const values = key.endsWith(OF_RECORDS) ? await linksOf(archive, key) : chunkValues(await archive.get(key));
    for (const value of values) await call.terminal.line(JSON.stringify(value));
    return EXIT.succeeded;
  });

/** @throws SurfError COMMAND_USAGE for any word but `chunk` */
function keyOf({ positionals }: Call): string {
  const [what, key = ''] = positionals;
  if (what !== 'chunk') {
    throw new SurfError('COMMAND_USAGE', `surf debug knows chunk, not ${JSON.stringify(what)}`, {
      remedy: 'surf debug chunk KEY, with a key as the manifests of docs/reference/formats.md name it',
    });
  }
  return key.endsWith(CHUNK_SUFFIX.lines) || key.endsWith(OF_RECORDS) ? key : `${key}${CHUNK_SUFFIX.lines}`;
}

async function linksOf(archive: Archive, key: string): Promise<unknown[]> {
  const blocks = [...blocksIn(await archive.get(key), key)];
  return blocks.flat().map(({ bytes, at }) => decodeCandidate(bytes, at));
}
