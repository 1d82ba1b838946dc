import { decodeCandidate, recordBytes } from '#core/archive/chunk/candidate-record.ts';
import { chunkMembers } from '#core/archive/chunk/chunk-members.ts';
import { valuesOf } from '#core/bytes/json-lines.ts';

/**
 * The contents of a chunk's lines object, of either version, as values of `ChunkLine`
 * (core/archive/chunk/chunk-lines.ts): the link records of version 2 as candidates. For readers of
 * whole chunks; `advance` reads records in place.
 * @throws SurfError OBJECT_CORRUPT
 */
export function* chunkValues(bytes: Uint8Array): Generator<unknown> {
  for (const { holds, data } of chunkMembers(bytes)) {
    if (holds === 'lines') yield* valuesOf(data);
    else
      for (let at = 0; at < data.length; at += recordBytes(data, at))
        yield { kind: 'candidate', ...decodeCandidate(data, at) };
  }
}
