import { describe, expect, it } from 'vitest';
import { decodePattern, encodePatterns, PATTERN_RECORD_BYTES } from '#core/frontier/segments/pattern-record.ts';

describe('pattern records', () => {
  it('are read as they were written', () => {
    const records = [
      { pattern: '00'.repeat(16), count: 0 },
      { pattern: 'ab'.repeat(16), count: 1_000_000_000 },
    ];
    const bytes = encodePatterns(records);

    expect(bytes).toHaveLength(2 * PATTERN_RECORD_BYTES);
    expect([0, 1].map((i) => decodePattern(bytes.subarray(i * 20, i * 20 + 20)))).toEqual(records);
  });
});
