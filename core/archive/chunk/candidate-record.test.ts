import { describe, expect, it } from 'vitest';
import {
  CandidateEncoder,
  cashAt,
  compareKeysAt,
  decodeCandidate,
  type FoundLink,
  isEntryAt,
  isMovedAt,
  isSitemapAt,
  keyAt,
  recordBytes,
} from '#core/archive/chunk/candidate-record.ts';
import { SKIP_REASONS } from '#core/model/outcome.ts';
import { type UrlKey, urlKeyOf } from '#core/url/url-key.ts';
import { Dice } from '#test/model/model-web.ts';

const LINK: FoundLink = {
  key: '00112233445566778899aabbccddeeff' as UrlKey,
  url: 'http://a.example/?q="x\\y"',
  by: 'ffeeddccbbaa99887766554433221100' as UrlKey,
  level: 1,
  rank: 2,
  position: 3,
  reason: null,
};
const BASE = { digest: 'd', bytes: 5, etag: '"1"', archived: { object: 'x', offset: 0, length: 1 } };

function randomLink(dice: Dice, n: number): FoundLink {
  return {
    key: urlKeyOf(`${n}`),
    url: `http://a.example/${n}${dice.pick(['', '?q=ü', '/日本語', '#🕷', 'x'.repeat(8_000)])}`,
    by: urlKeyOf(`${n + 1}`),
    level: dice.pick([0, 1, 2 ** 32 - 1]),
    rank: dice.pick([0, 7, 2 ** 32 - 1]),
    position: dice.pick([0, 99_999]),
    reason: dice.pick([null, ...SKIP_REASONS]),
    ...(dice.chance(0.3) && { rule: dice.pick(['', 'host', '*/ü/*', 'r'.repeat(200)]) }),
    ...(dice.chance(0.3) && { nofollow: true as const }),
    ...(dice.chance(0.3) && { offTopic: 12 }),
    ...(dice.chance(0.3) && { moved: true as const }),
    ...(dice.chance(0.3) && { sitemap: { depth: 1, host: 'a.example' } }),
    ...(dice.chance(0.3) && { entry: true as const }),
    ...(dice.chance(0.3) && { base: BASE }),
    ...(dice.chance(0.3) && { cash: dice.pick([1, 3_333_333, Number.MAX_SAFE_INTEGER]) }),
  };
}

describe('a link record', () => {
  it('has its fields where docs/reference/formats.md says', () => {
    const bytes = new CandidateEncoder().encode({ ...LINK, reason: 'robots', nofollow: true, rule: 'Disallow: /' });

    expect(bytes.readUInt32BE(0)).toBe(bytes.length);
    expect(bytes.toString('hex', 4, 36)).toBe(`${LINK.key}${LINK.by}`);
    expect([36, 40, 44].map((at) => bytes.readUInt32BE(at))).toEqual([1, 2, 3]);
    expect([...bytes.subarray(48, 50)]).toEqual([1, 13]);
    expect(bytes.toString('utf8', 52, 52 + bytes.readUInt16BE(50))).toBe(LINK.url);
    expect(JSON.parse(bytes.toString('utf8', 52 + LINK.url.length))).toEqual({ rule: 'Disallow: /' });
  });

  it('returns every link: 500 links, one behind the other', () => {
    const dice = new Dice(1);
    const links = Array.from({ length: 500 }, (_, n) => randomLink(dice, n));
    const encoder = new CandidateEncoder();
    const bytes = Buffer.concat(links.map((link) => Buffer.from(encoder.encode(link))));

    let at = 0;
    for (const link of links) {
      expect(decodeCandidate(bytes, at)).toEqual(link);
      expect(keyAt(bytes, at)).toBe(link.key);
      expect(cashAt(bytes, at)).toBe(link.cash ?? 0);
      expect([isMovedAt(bytes, at), isEntryAt(bytes, at), isSitemapAt(bytes, at)]).toEqual([
        link.moved === true,
        link.entry === true,
        link.sitemap !== undefined,
      ]);
      at += recordBytes(bytes, at);
    }
    expect(at).toBe(bytes.length);
  });

  it('is in the order of its key', () => {
    const encoder = new CandidateEncoder();
    const keys = Array.from({ length: 100 }, (_, n) => urlKeyOf(`${n}`));
    const records = keys.map((key) => Buffer.from(encoder.encode({ ...LINK, key })));

    records.sort((a, b) => compareKeysAt(a, 0, b, 0));

    expect(records.map((record) => keyAt(record, 0))).toEqual([...keys].sort());
  });

  it.each([
    ['that is cut short', (bytes: Buffer) => bytes.subarray(0, -1)],
    ['of zeros', (bytes: Buffer) => bytes.fill(0)],
    ['whose URL ends behind it', (bytes: Buffer) => bytes.fill(255, 50, 52)],
  ])('is refused when it is one %s', (_, damage) => {
    const bytes = damage(Buffer.from(new CandidateEncoder().encode(LINK)));

    expect(() => decodeCandidate(bytes, 0)).toThrow(expect.objectContaining({ code: 'OBJECT_CORRUPT' }));
  });

  it('with a reason that this version does not know reads as no verdict at all', () => {
    const bytes = Buffer.from(new CandidateEncoder().encode(LINK));
    bytes[49] = 200;

    expect(() => decodeCandidate(bytes, 0)).toThrow(expect.objectContaining({ code: 'FORMAT_UNKNOWN' }));
  });

  it('is made of no link that is longer than any address', () => {
    expect(() => new CandidateEncoder().encode({ ...LINK, url: 'x'.repeat(30_000) })).toThrow(/30000 characters/);
  });
});
