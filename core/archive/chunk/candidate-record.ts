import type { BasePage } from '#core/archive/chunk/base-page.ts';
import type { Candidate } from '#core/archive/chunk/chunk-lines.ts';
import { SurfError } from '#core/error.ts';
import { isRefusedByLink } from '#core/model/link-reason.ts';
import { reasonNumber, reasonOfNumber } from '#core/model/reason-number.ts';
import type { UrlKey } from '#core/url/url-key.ts';

/*
 * The one binary form of a found link, from a worker's chunk to the list of its level
 * (docs/reference/formats.md#link-records).
 * Numbers are big-endian, so that a record begins with a zero byte and a JSON line does not.
 *
 *  0  u32  length of the record, with this field
 *  4  16   URL key
 * 20  16   key of the page it was found on
 * 36  u32  level of that page
 * 40  u32  rank of that page
 * 44  u32  position on that page, from 0
 * 48  u8   flags
 * 49  u8   stored number of the reason that refused it; 0: none did
 * 50  u16  length of the URL
 * 52       URL, UTF-8; behind it JSON with what few links have: rule, offTopic, sitemap, base,
 *          depthLeft
 * -8  f64  with the flag CASH: its cash
 */
const KEY = 4;
const BY = 20;
const LEVEL = 36;
const RANK = 40;
const POSITION = 44;
const FLAGS = 48;
const REASON = 49;
const URL_BYTES = 50;
const URL = 52;
const KEY_BYTES = 16;

const NOFOLLOW = 1;
const MOVED = 2;
const ENTRY = 4;
const SITEMAP = 8;
const CASH = 16;
const CASH_BYTES = 8;

/**
 * A record is never longer: a URL has at most 8,192 characters, the JSON behind it a few hundred.
 */
export const MOST_RECORD_BYTES = 64 * 1024;

/** Nearly all records fit into this. */
const FIRST_BYTES = 1_024;
/** Most bytes that UTF-8 takes for one UTF-16 unit. */
const MOST_UTF8_BYTES = 3;

/** A found link; once admitted, it carries the base execution's facts about its page. */
export type FoundLink = Candidate & { readonly base?: BasePage | undefined };

/** Writes link records, each over the previous one. */
export class CandidateEncoder {
  #scratch = Buffer.allocUnsafeSlow(FIRST_BYTES);

  /**
   * The record of a link; valid until the next call.
   * @throws SurfError FIELD_INVALID for one that would be longer than 64 KiB
   */
  encode(link: FoundLink): Buffer {
    const extra = extraOf(link);
    const most = URL + MOST_UTF8_BYTES * (link.url.length + extra.length) + CASH_BYTES;
    if (most > MOST_RECORD_BYTES) throw tooLong(link.url);
    if (most > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(MOST_RECORD_BYTES);
    const out = this.#scratch;
    out.write(link.key, KEY, KEY_BYTES, 'hex');
    out.write(link.by, BY, KEY_BYTES, 'hex');
    out.writeUInt32BE(link.level, LEVEL);
    out.writeUInt32BE(link.rank, RANK);
    out.writeUInt32BE(link.position, POSITION);
    out[FLAGS] = flagsOf(link);
    out[REASON] = reasonNumber(link.reason);
    const urlBytes = out.write(link.url, URL);
    out.writeUInt16BE(urlBytes, URL_BYTES);
    let end = URL + urlBytes + (extra === '' ? 0 : out.write(extra, URL + urlBytes));
    if (link.cash !== undefined) end = out.writeDoubleBE(link.cash, end);
    out.writeUInt32BE(end, 0);
    return out.subarray(0, end);
  }
}

/**
 * The link of the record that begins at `at`.
 * @throws SurfError OBJECT_CORRUPT when there is no whole record
 */
export function decodeCandidate(bytes: Buffer, at: number): FoundLink {
  const flags = bytes[at + FLAGS] as number;
  const hasCash = (flags & CASH) !== 0;
  const end = at + recordBytes(bytes, at) - (hasCash ? CASH_BYTES : 0);
  const urlEnd = at + URL + bytes.readUInt16BE(at + URL_BYTES);
  if (urlEnd > end) throw damagedRecord();
  return {
    key: keyAt(bytes, at),
    url: bytes.toString('utf8', at + URL, urlEnd),
    by: bytes.toString('hex', at + BY, at + BY + KEY_BYTES) as UrlKey,
    level: bytes.readUInt32BE(at + LEVEL),
    rank: bytes.readUInt32BE(at + RANK),
    position: bytes.readUInt32BE(at + POSITION),
    reason: reasonOfNumber(bytes[at + REASON] as number),
    ...(flags !== 0 && marksOf(flags)),
    ...(hasCash && { cash: bytes.readDoubleBE(end) }),
    ...(urlEnd < end && (JSON.parse(bytes.toString('utf8', urlEnd, end)) as Partial<FoundLink>)),
  };
}

/**
 * Length of the record that begins at `at`.
 * @throws SurfError OBJECT_CORRUPT when there is no whole record
 */
export function recordBytes(bytes: Buffer, at: number): number {
  const length = at + URL <= bytes.length ? bytes.readUInt32BE(at) : 0;
  if (length < URL || at + length > bytes.length) throw damagedRecord();
  return length;
}

/** The URL key of the record that begins at `at`. */
export const keyAt = (bytes: Buffer, at: number): UrlKey =>
  bytes.toString('hex', at + KEY, at + KEY + KEY_BYTES) as UrlKey;

/** Orders two records by their URL keys: the first four bytes nearly always decide. */
export function compareKeysAt(a: Buffer, aAt: number, b: Buffer, bAt: number): number {
  for (let i = KEY; i < KEY + KEY_BYTES; i += 4) {
    const x = a.readUInt32BE(aAt + i);
    const y = b.readUInt32BE(bAt + i);
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/**
 * Is it the link that Surf does not follow, and not its address? It may still follow another link
 * to the same address.
 */
export const isRefusedLink = (link: FoundLink): boolean =>
  link.nofollow === true || link.offTopic !== undefined || isRefusedByLink(link);

/** Did a redirect lead to the page that the link was found on? */
export const isMovedAt = (bytes: Buffer, at: number): boolean => ((bytes[at + FLAGS] as number) & MOVED) !== 0;
/** Is it an entry of a sitemap that the workflow gives? */
export const isEntryAt = (bytes: Buffer, at: number): boolean => ((bytes[at + FLAGS] as number) & ENTRY) !== 0;
/** Is it a sitemap? */
export const isSitemapAt = (bytes: Buffer, at: number): boolean => ((bytes[at + FLAGS] as number) & SITEMAP) !== 0;

/** Six bytes of the URL key as a number: the first six, or the six behind them. */
export const keyHighAt = (bytes: Buffer, at: number): number => bytes.readUIntBE(at + KEY, 6);
export const keyLowAt = (bytes: Buffer, at: number): number => bytes.readUIntBE(at + KEY + 6, 6);

export const levelAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at + LEVEL);
export const rankAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at + RANK);
export const positionAt = (bytes: Buffer, at: number): number => bytes.readUInt32BE(at + POSITION);

/** The cash that came with the link; 0: none. */
export const cashAt = (bytes: Buffer, at: number): number =>
  ((bytes[at + FLAGS] as number) & CASH) === 0 ? 0 : bytes.readDoubleBE(at + bytes.readUInt32BE(at) - CASH_BYTES);

const flagsOf = ({ nofollow, moved, entry, sitemap, cash }: FoundLink): number =>
  (nofollow === true ? NOFOLLOW : 0) |
  (moved === true ? MOVED : 0) |
  (entry === true ? ENTRY : 0) |
  (sitemap !== undefined ? SITEMAP : 0) |
  (cash !== undefined ? CASH : 0);

const marksOf = (flags: number): Partial<FoundLink> => ({
  ...((flags & NOFOLLOW) !== 0 && { nofollow: true as const }),
  ...((flags & MOVED) !== 0 && { moved: true as const }),
  ...((flags & ENTRY) !== 0 && { entry: true as const }),
});

/** JSON of the fields that few links have; empty for all other links. */
function extraOf({ rule, offTopic, sitemap, base, depthLeft }: FoundLink): string {
  const isPlain = rule === undefined && offTopic === undefined;
  if (isPlain && sitemap === undefined && base === undefined && depthLeft === undefined) return '';
  return JSON.stringify({ rule, offTopic, sitemap, base, depthLeft });
}

const damagedRecord = (): SurfError =>
  new SurfError('OBJECT_CORRUPT', 'a link record is cut short or has an impossible length', {
    remedy: 'the object was changed after it was written: restore it from a copy',
  });

const tooLong = (url: string): SurfError =>
  new SurfError('FIELD_INVALID', `a link of ${url.length} characters does not fit into a record`, {
    remedy:
      'this is a bug in Surf, which follows no link above 8,192 characters: report it with the first of its pages',
  });
