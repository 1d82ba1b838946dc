import { describe, expect, it } from 'vitest';
import { sampleFaults } from '#core/sample/sample-faults.ts';

const faultsOf = (document: object): string[] => sampleFaults(document).map(({ describe: say }) => say());

describe('a sample (G8)', () => {
  it('is taken with its defaults, also when they are written down', () => {
    const sample = { walks: 20, steps: 100, jump: 0.15, randomSeed: 1 };

    expect(faultsOf({})).toEqual([]);
    expect(faultsOf({ sample })).toEqual([]);
    expect(faultsOf({ order: 'sample', sample: { walks: 100, jump: 0 }, sitemaps: 'off' })).toEqual([]);
  });

  it.each([
    [{ sample: { walks: 3 } }, 'sample.walks is given, and the crawl is not a sample'],
    [{ order: 'sample', sample: { walks: 101 } }, 'sample.walks × sample.steps is 10100; at most 10000 are allowed'],
    [{ order: 'sample', sitemaps: 'auto' }, 'sitemaps is "auto"; allowed with order "sample": off'],
    [{ order: 'sample', output: { resources: true } }, 'output.resources is true; allowed with order "sample": false'],
  ])('is refused as %j', (document, message) => {
    expect(faultsOf(document)).toEqual([message]);
  });
});
