import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_VERSION, type ChunkHead, type ChunkLine, type OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { gunzipMember } from '#core/bytes/gzip.ts';
import { SurfError } from '#core/error.ts';
import { rawLines } from '#engine/frontier/lines/line-files.ts';

/**
 * Bytes that are read of a chunk's lines at first: a hundred outcomes take 30 KB, and the
 * candidates behind them are not wanted.
 */
const FIRST_BYTES = 64 * 1024;
const GROWTH = 16;
/** Most bytes of the first member, unpacked. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Part of a chunk before its candidates. */
export interface ChunkOpening {
  readonly head: ChunkHead;
  readonly outcomes: readonly OutcomeLine[];
}

/**
 * Reads the first gzip member of a chunk's lines, which has its head and all outcomes: one request
 * of 64 KB, more where they take more.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
 */
export async function readOpening(archive: Archive, base: string): Promise<ChunkOpening> {
  const object = `${base}${CHUNK_SUFFIX.lines}`;
  let head: ChunkHead | undefined;
  const outcomes: OutcomeLine[] = [];
  for (const text of rawLines(await firstMember(archive, object))) {
    if (text.startsWith('{"kind":"candidate"') || text.startsWith('{"kind":"cdxj"')) continue;
    const line = JSON.parse(text) as ChunkLine;
    if (line.kind === 'chunk') head = line;
    else if (line.kind === 'outcome') outcomes.push(line);
  }
  if (head === undefined || head.v > CHUNK_VERSION) throw damaged(object);
  return { head, outcomes };
}

async function firstMember(archive: Archive, object: string): Promise<Uint8Array> {
  for (let wanted = FIRST_BYTES; ; wanted *= GROWTH) {
    const bytes = await archive.range(object, 0, wanted);
    try {
      return gunzipMember(bytes, 0, { maxBytes: MOST_BYTES }).data;
    } catch (cause) {
      if (bytes.length < wanted) throw damaged(object, cause); // that was all of it
    }
  }
}

const damaged = (object: string, cause?: unknown): SurfError =>
  new SurfError('OBJECT_CORRUPT', `chunk lines are damaged or of an unknown format: ${object}`, {
    remedy: 'the object was changed after it was written: restore it from a copy',
    cause,
  });
