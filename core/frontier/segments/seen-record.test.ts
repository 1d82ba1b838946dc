import { describe, expect, it } from 'vitest';
import {
  decodeSeen,
  encodeSeen,
  type FoundSeen,
  refuseSeen,
  SEEN_RECORD_BYTES,
} from '#core/frontier/segments/seen-record.ts';
import { SKIP_REASONS, type SkipReason } from '#core/model/outcome.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

const recordsOf = (bytes: Uint8Array): FoundSeen[] =>
  Array.from({ length: bytes.length / SEEN_RECORD_BYTES }, (_, i) =>
    decodeSeen(bytes.subarray(i * SEEN_RECORD_BYTES, (i + 1) * SEEN_RECORD_BYTES)),
  );

describe('a seen record', () => {
  it('is read as it was written, with every verdict and the largest level', () => {
    const records = [null, ...SKIP_REASONS].map((reason, n) => ({ key: keyOf(n), level: 2 ** 32 - 1 - n, reason }));

    expect(recordsOf(encodeSeen(records, 3))).toEqual(records.map((record) => ({ ...record, wave: 3 })));
    expect(encodeSeen([], 3)).toHaveLength(0);
  });

  it('names the wave that decided it, from 0; one too late for three bytes, or of an older format, is not known', () => {
    const waves = [0, 1, 2 ** 24 - 2, 2 ** 24 - 1];
    const found = waves.map(
      (wave) => recordsOf(encodeSeen([{ key: keyOf(1), level: 0, reason: null }], wave))[0]?.wave,
    );

    expect(found).toEqual([0, 1, 2 ** 24 - 2, null]);
    expect(decodeSeen(new Uint8Array(SEEN_RECORD_BYTES)).wave).toBeNull();
  });

  it('has a fixed layout: key, level, verdict (0: admitted), 1 + wave', () => {
    const key = '00112233445566778899aabbccddeeff';

    expect(Buffer.from(encodeSeen([{ key, level: 1, reason: null }], 0)).toString('hex')).toBe(
      `${key}0100000000010000`,
    );
    expect(Buffer.from(encodeSeen([{ key, level: 258, reason: 'nofollow' }], 513)).toString('hex')).toBe(
      `${key}020100000c020200`,
    );
  });

  it('is given another reason in its place', () => {
    const keys = Array.from({ length: 100 }, (_, n) => keyOf(n)).sort();
    const bytes = encodeSeen(
      keys.map((key) => ({ key, level: 7, reason: null })),
      0,
    );
    for (const at of [0, 42, 99]) refuseSeen(bytes, keys[at] ?? '', 'trap');

    expect(recordsOf(bytes)).toEqual(
      keys.map((key, at) => ({ key, level: 7, reason: [0, 42, 99].includes(at) ? 'trap' : null, wave: 0 })),
    );
  });

  it('stores each reason as the number that archives have', () => {
    const numbers = SKIP_REASONS.map((reason) => [reason, encodeSeen([{ key: keyOf(1), level: 0, reason }], 0)[20]]);

    expect(Object.fromEntries(numbers)).toEqual({
      'invalid-url': 1,
      scheme: 2,
      'url-too-long': 3,
      'blocked-address': 4,
      blocklist: 5,
      blacklist: 6,
      excluded: 7,
      'outside-scope': 8,
      'not-included': 9,
      'not-selected': 10,
      extension: 11,
      nofollow: 12,
      robots: 13,
      trap: 14,
      'content-type': 15,
      'too-large': 16,
      'too-many-redirects': 17,
      hook: 18,
      'off-topic': 19,
    });
  });

  it('refuses a reason that it does not know, instead of storing it as admitted', () => {
    const reason = 'from-the-future' as SkipReason;
    const bytes = encodeSeen([{ key: keyOf(1), level: 0, reason: null }], 0);

    expect(() => encodeSeen([{ key: keyOf(1), level: 0, reason }], 0)).toThrow('does not know the skip reason from');
    expect(() => refuseSeen(bytes, keyOf(1), reason)).toThrow('does not know the skip reason from-the-future');
    expect(decodeSeen(bytes).reason).toBeNull();
  });

  it('refuses to read a number that it does not know', () => {
    const bytes = encodeSeen([{ key: keyOf(1), level: 0, reason: null }], 0);
    bytes[20] = 255;

    expect(() => decodeSeen(bytes)).toThrow(expect.objectContaining({ code: 'FORMAT_UNKNOWN' }));
  });
});
