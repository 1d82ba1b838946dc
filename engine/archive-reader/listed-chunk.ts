import type { Archive } from '#core/archive/archive.ts';
import type { CdxjLine, ChunkEnd, ChunkHead, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';
import { chunkMembers } from '#core/archive/chunk/chunk-members.ts';
import type { ManifestChunk } from '#core/archive/manifest.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { linesOf } from '#core/bytes/json-lines.ts';
import { SurfError } from '#core/error.ts';

/** Lines of a chunk that an export needs. */
export interface ListedChunk {
  /** Base name of its objects. */
  readonly base: string;
  readonly outcomes: readonly OutcomeLine[];
  /** Lines of the CDXJ index, without LF; their offsets are of the chunk's WARC object. */
  readonly cdxj: readonly string[];
  readonly end: ChunkEnd;
}

/**
 * Reads a chunk that a manifest lists.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT when it is not what the manifest says
 */
export async function readListedChunk(archive: Archive, chunk: ManifestChunk): Promise<ListedChunk> {
  const object = `${chunk.base}${CHUNK_SUFFIX.lines}`;
  const bytes = await archive.get(object);
  if (sha256Hex(bytes) !== chunk.sha256) throw changed(object);
  const outcomes: OutcomeLine[] = [];
  const cdxj: string[] = [];
  let end: ChunkEnd | undefined;
  for (const { holds, data } of chunkMembers(bytes)) {
    if (holds === 'records') continue; // most of the chunk, and no export needs links
    for (const text of linesOf(data)) {
      if (text.startsWith('{"kind":"candidate"')) continue; // the same in version 1
      const line = JSON.parse(text) as ChunkHead | OutcomeLine | CdxjLine | ChunkEnd;
      if (line.kind === 'outcome') outcomes.push(line);
      else if (line.kind === 'cdxj') cdxj.push(line.line);
      else if (line.kind === 'end') end = line;
    }
  }
  if (end === undefined) throw changed(object);
  return { base: chunk.base, outcomes, cdxj, end };
}

/**
 * The bytes of one of a chunk's other objects.
 * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT when it is not what the chunk's end line says
 */
export async function readPart(
  archive: Archive,
  chunk: ListedChunk,
  part: 'warc' | 'links' | 'records',
): Promise<Uint8Array | null> {
  const stored = chunk.end[part];
  if (stored === null) return null;
  const object = `${chunk.base}${CHUNK_SUFFIX[part]}`;
  const bytes = await archive.get(object);
  if (bytes.length !== stored.bytes || sha256Hex(bytes) !== stored.sha256) throw changed(object);
  return bytes;
}

const changed = (object: string): SurfError =>
  new SurfError('OBJECT_CORRUPT', `object ${object} is not what was written`, {
    remedy: 'restore it from a copy; surf verify names everything that is damaged',
  });
