import { describe, expect, it } from 'vitest';
import { fuzzApi } from '#test/api/fuzz/fuzz-run.ts';

describe('the API under 500 made-up requests (npm run fuzz:api sends 10,000)', () => {
  it('answers with documented codes below 500, and shows no user the data of another', async () => {
    const { requests, reached, faults } = await fuzzApi(500, 20_261_121);

    expect(faults).toEqual([]);
    expect(requests).toBe(500);
    expect(reached).toBeGreaterThan(0.55);
  });
});
