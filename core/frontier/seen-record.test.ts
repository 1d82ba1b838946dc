import { describe, expect, it } from 'vitest';
import { SKIP_REASONS } from '#core/execution/outcome.ts';
import { decodeSeen, encodeSeen, type FoundSeen, refuseSeen, SEEN_RECORD_BYTES } from '#core/frontier/seen-record.ts';
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

  it('keeps the number of each verdict: stored sets outlive a version (new reasons go to the end)', () => {
    const numbers = SKIP_REASONS.map((reason) => encodeSeen([{ key: keyOf(1), level: 0, reason }], 0)[20]);

    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
    expect(SKIP_REASONS.slice(0, 3)).toEqual(['invalid-url', 'scheme', 'url-too-long']);
    expect(SKIP_REASONS[16]).toBe('too-many-redirects');
  });
});
