import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { type ArchivedResponse, readRecords, responseOf } from '#core/archive/warc/warc-reader.ts';
import { SurfError } from '#core/error.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import { type CrawlUrl, parseCrawlUrl } from '#core/url/crawl-url.ts';
import { type ListedChunk, readPart } from '#engine/archive-reader/listed-chunk.ts';
import type { BodyDecoder } from '#engine/verify/audit/audit.ts';

/** `limits.pageBytes` is never more. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** An archived response. */
export interface ArchivedAnswer extends ArchivedResponse {
  /** The address that was requested: the task's, or one with the same key that it redirected to. */
  readonly url: CrawlUrl;
  /** Time of the request, ISO 8601 UTC; null if the record has none. */
  readonly date: string | null;
}

/**
 * Archived answers of a chunk's tasks. The chunk's WARC file (about 16 MB) is read once, when it is
 * needed first, and checked against its digest; a record of another execution, which a page that
 * has not changed since points to, is read alone.
 */
export class ChunkResponses {
  readonly #archive: Archive;
  readonly #chunk: ListedChunk;
  #warc: Promise<Uint8Array | null> | null = null;

  constructor(archive: Archive, chunk: ListedChunk) {
    this.#archive = archive;
    this.#chunk = chunk;
  }

  /** @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT */
  async read(at: NonNullable<TaskRow['archived']>): Promise<ArchivedAnswer> {
    return answerIn(await this.#bytes(at), at);
  }

  async #bytes({ object, offset, length }: NonNullable<TaskRow['archived']>): Promise<Uint8Array> {
    if (object !== `${this.#chunk.base}${CHUNK_SUFFIX.warc}`) return await this.#archive.range(object, offset, length);
    this.#warc ??= readPart(this.#archive, this.#chunk, 'warc');
    return (await this.#warc)?.subarray(offset, offset + length) ?? new Uint8Array(0);
  }
}

/**
 * Reads the one record of `bytes`.
 * @throws SurfError OBJECT_CORRUPT naming the object when it is none
 */
export function answerIn(bytes: Uint8Array, { object, offset }: NonNullable<TaskRow['archived']>): ArchivedAnswer {
  const [record] = readRecords(bytes);
  const url = parseCrawlUrl(record?.headers.get('warc-target-uri') ?? '');
  if (record === undefined || url === null || record.headers.get('warc-type') !== 'response') {
    throw new SurfError('OBJECT_CORRUPT', `object ${object} has no response record at byte ${offset}`, {
      remedy: 'restore it from a copy; surf verify names everything that is damaged',
    });
  }
  return { ...responseOf(record), url, date: record.headers.get('warc-date') ?? null };
}

/**
 * Its body without Content-Encoding.
 * @throws SurfError OBJECT_CORRUPT when it cannot be decoded; that of a page was when it was
 * fetched
 */
export function decodedBody(answer: ArchivedAnswer, decodeBody: BodyDecoder): Uint8Array {
  const codings = answer.headers.filter(([name]) => name.toLowerCase() === 'content-encoding');
  const coding = codings.map(([, value]) => value).join(',');
  const decoded = decodeBody(coding, answer.wireBody, { maxBytes: MAX_BODY_BYTES });
  if (decoded.ok) return decoded.body;
  throw new SurfError('OBJECT_CORRUPT', `the archived body of ${answer.url} cannot be decoded`, {
    remedy: 'restore the archive from a copy; surf verify names everything that is damaged',
  });
}
