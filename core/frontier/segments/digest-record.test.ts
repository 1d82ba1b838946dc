import { describe, expect, it } from 'vitest';
import {
  DIGEST_RECORD_BYTES,
  type DigestRecord,
  decodeDigest,
  encodeDigests,
} from '#core/frontier/segments/digest-record.ts';
import { keyOf } from '#test/fakes/plan-task.ts';

describe('a digest record', () => {
  it('is read as it was written', () => {
    const records = [0, 1, 2 ** 32 - 1].map(
      (n): DigestRecord => ({
        digest: keyOf(n),
        key: keyOf(n + 1),
        level: n,
        rank: 2 ** 32 - 1 - n,
        host: n % 2 ** 31,
        notModified: n === 1,
      }),
    );

    const bytes = encodeDigests(records);

    expect(bytes).toHaveLength(3 * DIGEST_RECORD_BYTES);
    expect(
      records.map((_, i) => decodeDigest(bytes.subarray(i * DIGEST_RECORD_BYTES, (i + 1) * DIGEST_RECORD_BYTES))),
    ).toEqual(records);
  });

  it('has a fixed layout: digest, key, level, rank, host with a bit for what was not modified', () => {
    const record = { digest: 'aa'.repeat(16), key: 'bb'.repeat(16), level: 1, rank: 2, host: 3, notModified: false };

    expect(Buffer.from(encodeDigests([record])).toString('hex')).toBe(
      `${'aa'.repeat(16)}${'bb'.repeat(16)}010000000200000003000000`,
    );
    expect(Buffer.from(encodeDigests([{ ...record, notModified: true }])).toString('hex')).toMatch(/03000080$/);
  });
});
