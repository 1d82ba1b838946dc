import { gunzipMember } from '#core/bytes/gzip.ts';
import { SurfError } from '#core/error.ts';

/** A page of 64 MiB on the wire with its heads fits; Surf writes nothing longer. */
export const MAX_RECORD_BYTES = 80 * 1024 * 1024;
/** Most bytes of a WARC header, and of an HTTP head. */
const MAX_HEAD_BYTES = 1024 * 1024;

/** One record of a `.warc.gz` object. */
export interface WarcRecord {
  /** First byte and length of its gzip member. */
  readonly offset: number;
  readonly length: number;
  /** Names in lower case; the first of several counts. */
  readonly headers: ReadonlyMap<string, string>;
  readonly block: Uint8Array;
}

/** The HTTP message in a response record. */
export interface ArchivedResponse {
  readonly status: number;
  readonly statusText: string;
  /** Name and value as archived (Latin-1): see warc-head.ts for what was renamed. */
  readonly headers: readonly (readonly [string, string])[];
  /** Still in its Content-Encoding. */
  readonly wireBody: Uint8Array;
}

/**
 * Reads an object record by record; holds one of them at a time. Each gzip member must hold one
 * record.
 * @throws SurfError OBJECT_CORRUPT naming the byte at which the damaged member starts
 */
export function* readRecords(bytes: Uint8Array): Generator<WarcRecord> {
  for (let offset = 0; offset < bytes.length; ) {
    const member = gunzipMember(bytes, offset, { maxBytes: MAX_RECORD_BYTES });
    yield { offset, length: member.end - offset, ...parseRecord(Buffer.from(member.data), offset) };
    offset = member.end;
  }
}

/** @throws SurfError OBJECT_CORRUPT when the block is not an HTTP response */
export function responseOf(record: WarcRecord): ArchivedResponse {
  const block = Buffer.from(record.block.buffer, record.block.byteOffset, record.block.length);
  const end = endOfHead(block);
  const [first = '', ...lines] = end < 0 ? [] : block.toString('latin1', 0, end).split('\r\n');
  const parsed = /^HTTP\/\d\.\d (\d{3})(?: (.*))?$/.exec(first);
  if (parsed === null) throw damaged(record.offset, 'its block is not an HTTP response');
  return {
    status: Number(parsed[1]),
    statusText: parsed[2] ?? '',
    headers: lines.map(fieldOf),
    wireBody: block.subarray(end + 4),
  };
}

function parseRecord(data: Buffer, offset: number): Pick<WarcRecord, 'headers' | 'block'> {
  const end = endOfHead(data);
  if (end < 0) throw damaged(offset, 'it has no header');
  const [version = '', ...lines] = data.toString('utf8', 0, end).split('\r\n');
  if (!/^WARC\/1\.[01]$/.test(version)) throw damaged(offset, 'it is not WARC 1.x record');
  const headers = new Map<string, string>();
  for (const [name, value] of lines.map(fieldOf)) {
    const key = name.toLowerCase();
    if (!headers.has(key)) headers.set(key, value);
  }
  const from = end + 4;
  const length = Number(headers.get('content-length') ?? Number.NaN);
  if (!Number.isSafeInteger(length) || from + length + 4 !== data.length) throw damaged(offset, 'its length is wrong');
  return { headers, block: data.subarray(from, from + length) };
}

/** Offset of the empty line that ends a head, or -1. */
const endOfHead = (bytes: Buffer): number => bytes.subarray(0, MAX_HEAD_BYTES).indexOf('\r\n\r\n', 0, 'latin1');

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}

function damaged(offset: number, what: string): SurfError {
  return new SurfError('OBJECT_CORRUPT', `the WARC record at byte ${offset} is damaged: ${what}`, {
    remedy: 'the object was changed after it was written: restore it from a copy',
  });
}
