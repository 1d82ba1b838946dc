import { describe, expect, it } from 'vitest';
import { fuzzScan } from '#test/fuzz/scan-fuzz.ts';

describe('scanPage', () => {
  it('finds what parse5 finds in 1,000 mutated pages', () => {
    const report = fuzzScan(1_000, 20_260_101);

    expect(report.differences).toEqual([]);
    expect(report.pages).toBe(1_000);
    expect(report.links).toBeGreaterThan(1_000);
  });
});
