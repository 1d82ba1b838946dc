import * as zlib from 'node:zlib';
import { gunzipMembers, MAX_PARTS } from '#adapters/http/coding/gzip-members.ts';
import { runSteps, runStepsAside, type ZlibCall, type ZlibSteps } from '#adapters/http/coding/zlib-call.ts';

/** Codings that the fetcher asks for: those that this runtime decodes, best known first. */
export const ACCEPT_ENCODING = 'gzip, br, zstd, deflate';

/** More codings on top of each other are an attack, not a page. */
const MAX_CODINGS = 3;
/** A gzip trailer that promises more than this many times the wire is not believed. */
const MAX_HINT_RATIO = 64;
const MAX_HINT = 8 * 1024 * 1024;
const MIN_CHUNK = 64;
/**
 * Above a mebibyte, output of more than this many times the wire is a bomb: pages come to 20, zeros
 * in deflate to 1,032.
 */
const MAX_RATIO = 1_000;
const MEBI = 1024 * 1024;
/** Bytes decoded at once, in a few milliseconds; the thread pool decodes larger bodies. */
const QUICK_BYTES = MEBI;
/** RFC 9659: zstd in HTTP uses windows of at most 8 MiB. */
const ZSTD_WINDOW_LOG = 23;
const EMPTY = new Uint8Array(0);
const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_d_windowLogMax, ZSTD_e_flush } = zlib.constants;

export type DecodedBody =
  | { readonly ok: true; readonly body: Uint8Array; readonly cut?: true }
  | { readonly ok: false; readonly end: 'too-large' | 'decode' };

export interface DecodeOptions {
  /** Most bytes of output of any layer. */
  readonly maxBytes: number;
  /** The message ended early: decode as far as possible. @default false */
  readonly partial?: boolean;
  /**
   * The first `maxBytes` of a longer output are the body (`cut`), except for a bomb.
   * `decodeQuickly` leaves it to `decodeAside`.
   * @default false: it is `too-large`
   */
  readonly cut?: boolean;
}

/** Undoes one layer. @throws what zlib throws */
type Coding = (data: Uint8Array, options: DecodeOptions) => ZlibSteps<Uint8Array>;

const CODINGS: Readonly<Record<string, Coding>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: unbrotli,
  zstd: unzstd,
};

/**
 * Removes a body's Content-Encoding (RFC 9110 §8.4), last coding first, at most three of them.
 *
 * - an empty body is empty in every coding (answers to HEAD, 304 and empty 200 occur);
 * - a body with an unknown coding stays as it is: `body` is the very object that came;
 * - gzip: several members are joined, garbage behind them is ignored; deflate: with or without the
 *   zlib wrapper.
 *
 * Never throws. Output beyond `maxBytes`, or beyond a thousand times the wire where that is above a
 * mebibyte, is not produced: a bomb costs no more memory than that.
 *
 * @param contentEncoding value of the header, several joined with commas
 */
export function decodeBody(contentEncoding: string, wire: Uint8Array, options: DecodeOptions): DecodedBody {
  return contentEncoding === '' ? { ok: true, body: wire } : runSteps(layers(contentEncoding, wire, options));
}

/** Decodes a body if that is quick. @returns null for a body that `decodeAside` must decode */
export function decodeQuickly(contentEncoding: string, wire: Uint8Array, options: DecodeOptions): DecodedBody | null {
  if (contentEncoding === '' || wire.length === 0) return { ok: true, body: wire };
  if (wire.length > QUICK_BYTES || gzipLength(wire) > QUICK_BYTES) return null;
  const most = mostDecoded(wire.length, options.maxBytes);
  const { partial = false } = options;
  const decoded = decodeBody(contentEncoding, wire, { partial, maxBytes: Math.min(most, QUICK_BYTES) });
  const isFinal = most <= QUICK_BYTES && options.cut !== true;
  return decoded.ok || decoded.end === 'decode' || isFinal ? decoded : null;
}

/** Decodes bodies that take time in the runtime's thread pool. */
export function decodeAside(contentEncoding: string, wire: Uint8Array, options: DecodeOptions): Promise<DecodedBody> {
  return runStepsAside(layers(contentEncoding, wire, options));
}

/** Most bytes that a body of this length on the wire may decode to. */
export function mostDecoded(wireBytes: number, maxBytes: number): number {
  return Math.min(maxBytes, Math.max(MEBI, wireBytes * MAX_RATIO));
}

/** Can Surf undo all of its codings? A part of another body is of use to nobody. */
export const isDecodable = (contentEncoding: string): boolean =>
  contentEncoding === '' || !codingsOf(contentEncoding).includes(undefined);

function codingsOf(contentEncoding: string): (Coding | undefined)[] {
  const names = contentEncoding
    .toLowerCase()
    .split(',', MAX_CODINGS * 3)
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  return names.map((name) => (Object.hasOwn(CODINGS, name) ? CODINGS[name] : undefined));
}

function* layers(contentEncoding: string, wire: Uint8Array, given: DecodeOptions): ZlibSteps<DecodedBody> {
  const codings = codingsOf(contentEncoding);
  if (wire.length === 0 || codings.includes(undefined)) return { ok: true, body: wire };
  if (codings.length > MAX_CODINGS) return { ok: false, end: 'decode' };
  const most = mostDecoded(wire.length, given.maxBytes);
  let options = { ...given, maxBytes: most };
  let cut: true | undefined;
  let body = wire;
  try {
    for (const coding of codings.reverse()) {
      body = coding === undefined || body.length === 0 ? body : yield* coding(body, options);
      if (body.length <= most) continue;
      if (most < given.maxBytes) return { ok: false, end: 'too-large' }; // a bomb
      body = body.subarray(0, most);
      options = { ...options, partial: true };
      cut = true;
    }
    const decoded = { ok: true, body: withoutSlack(body) } as const;
    return cut ? { ...decoded, cut } : decoded;
  } catch (error) {
    return { ok: false, end: codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'decode' };
  }
}

function* gunzip(data: Uint8Array, options: DecodeOptions): ZlibSteps<Uint8Array> {
  try {
    const call = { ...limits(data, options, gzipLength(data)), ...flush(options, Z_SYNC_FLUSH) };
    return (yield { how: 'gunzip', data, options: call }).buffer;
  } catch (error) {
    if (codeOf(error) !== 'Z_DATA_ERROR') throw error;
    const members = yield* gunzipMembers(data, options.maxBytes); // garbage behind the last member is all we forgive
    if (members === null) throw error;
    return members;
  }
}

function* unbrotli(data: Uint8Array, options: DecodeOptions): ZlibSteps<Uint8Array> {
  const call = { ...limits(data, options), ...flush(options, BROTLI_OPERATION_FLUSH) };
  return (yield { how: 'brotliDecompress', data, options: call }).buffer;
}

/** Length of the last member by its trailer (RFC 1952 §2.3.1); 0 if that cannot be true. */
function gzipLength(data: Uint8Array): number {
  const at = data.length - 4;
  if (at < 14) return 0;
  const length = new DataView(data.buffer, data.byteOffset + at, 4).getUint32(0, true);
  return length <= data.length * MAX_HINT_RATIO ? length : 0;
}

/**
 * Servers send both the zlib format, which the RFC means, and the bare one: the wrapper's two bytes
 * tell them apart.
 */
function* inflate(data: Uint8Array, options: DecodeOptions): ZlibSteps<Uint8Array> {
  const [first = 0, second = 0] = data;
  const wrapped = (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;
  const call = { ...limits(data, options), ...flush(options, Z_SYNC_FLUSH) };
  return (yield { how: wrapped ? 'inflate' : 'inflateRaw', data, options: call }).buffer;
}

/** Node ends at the first frame; a body may have several (RFC 8878 §3). */
function* unzstd(data: Uint8Array, options: DecodeOptions): ZlibSteps<Uint8Array> {
  const frames: Uint8Array[] = [];
  let produced = 0;
  for (let at = 0; at < data.length; ) {
    const rest = data.subarray(at);
    if (produced > options.maxBytes) break; // cut
    const left = { ...options, maxBytes: Math.max(1, options.maxBytes - produced) };
    const call = {
      ...limits(rest, left),
      ...flush(options, ZSTD_e_flush),
      params: { [ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG },
    };
    const { buffer, engine } = yield { how: 'zstdDecompress', data: rest, options: call };
    if (engine.bytesWritten === 0) break;
    if (frames.length >= MAX_PARTS) throw new Error('too many frames');
    at += engine.bytesWritten;
    produced += buffer.length;
    frames.push(buffer);
  }
  return frames.length === 1 ? (frames[0] ?? EMPTY) : Buffer.concat(frames, produced);
}

/** One output chunk that fits, where the size is known: zlib then copies nothing. */
function limits(data: Uint8Array, options: DecodeOptions, known = 0): ZlibCall['options'] {
  const likely = known > 0 ? known + 1 : data.length * 5;
  const chunkSize = Math.max(MIN_CHUNK, Math.min(likely, options.maxBytes + 1, MAX_HINT));
  const cut = options.cut === true; // one byte more says that there is more
  return cut
    ? { maxOutputLength: options.maxBytes + 1, chunkSize, cut }
    : { maxOutputLength: options.maxBytes, chunkSize };
}

const flush = (options: DecodeOptions, finishFlush: number) => (options.partial === true ? { finishFlush } : {});

/** A short body must not keep a long buffer alive. */
function withoutSlack(body: Uint8Array): Uint8Array {
  return body.buffer.byteLength > body.length * 2 + 65_536 ? Uint8Array.prototype.slice.call(body) : body;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
