import { deflatedMember } from '#core/bytes/gzip.ts';
import type { FetchAnswer } from '#core/fetch/fetcher.ts';

/** The level at which an archive writes. */
const LEVEL = 1;
/** Headers of two WARC records. */
const RECORD_BYTES = 600;

/** About what an archive takes for a page: request, response and body, compressed. */
export function storedBytes({ requestHead, headers, wireBody }: FetchAnswer): number {
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return deflatedMember([requestHead, Buffer.from(head), wireBody], LEVEL).length + RECORD_BYTES;
}
