import type { ChunkEnd, OutcomeLine } from '#core/archive/chunk/chunk-lines.ts';

/** Digests of a chunk's records, by the keys of their pages. */
export const recordDigestsOf = ({ recordDigests = [] }: Pick<ChunkEnd, 'recordDigests'>): ReadonlyMap<string, string> =>
  new Map(recordDigests.map(({ key, digest }) => [key, digest]));

/** An outcome with the digest of its page's record: known when the chunk ends, after its line. */
export function withRecord(line: OutcomeLine, digests: ReadonlyMap<string, string>): OutcomeLine {
  const recordDigest = digests.get(line.key);
  return recordDigest === undefined ? line : { ...line, recordDigest };
}
