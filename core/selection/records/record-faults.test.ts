import { describe, expect, it } from 'vitest';
import { FaultCounts, faultsOf } from '#core/selection/records/record-faults.ts';

const PRICE = { field: 'price', code: 'missing' } as const;
const STARS = { field: 'reviews.stars', code: 'type' } as const;

describe('faults of records', () => {
  it('count a page once for a field and code, however many values have it', () => {
    const errors = ['a', 'b'].map((message) => ({ ...STARS, message }));

    expect(faultsOf([...errors, { ...PRICE, message: 'c' }])).toEqual([STARS, PRICE]);
  });

  it('are counted by field and code over waves, with one of the pages, the most frequent first', () => {
    const first = new FaultCounts([]);
    first.add('http://a.example/1', [PRICE]);
    const counts = new FaultCounts(first.all());
    counts.add('http://a.example/2', [STARS, PRICE]);

    expect(counts.all()).toEqual([
      { ...PRICE, records: 2, url: 'http://a.example/1' },
      { ...STARS, records: 1, url: 'http://a.example/2' },
    ]);
  });

  it('of a copy do not count', () => {
    const counts = new FaultCounts([{ ...PRICE, records: 2, url: 'http://a.example/1' }]);
    counts.add('http://a.example/2', [STARS]);

    counts.remove([STARS, PRICE]);

    expect(counts.all()).toEqual([{ ...PRICE, records: 1, url: 'http://a.example/1' }]);
  });
});
