import { describe, expect, it } from 'vitest';
import { addressBoundOf } from '#core/politeness/address-bound.ts';
import { Politeness } from '#core/politeness/politeness.ts';

const boundOf = (politeness: object) => addressBoundOf(Politeness.parse(politeness));

describe('the bound for an address', () => {
  it.each([
    ['is 4 requests a second and 4 connections', {}, { spacingMs: 250, connections: 4 }],
    [
      'is what the workflow says',
      { perAddress: { requestsPerSecond: 1, connections: 2 } },
      { spacingMs: 1_000, connections: 2 },
    ],
    ['does not slow one host down', { delaySeconds: 0.1 }, { spacingMs: 100, connections: 4 }],
    ['gives one host its connections', { connectionsPerHost: 8 }, { spacingMs: 250, connections: 8 }],
    ['is none where hosts have no spacing', { delaySeconds: 0 }, null],
    ['is none where the workflow says so', { perAddress: { requestsPerSecond: null } }, null],
  ])('%s', (_, politeness, bound) => {
    expect(boundOf(politeness)).toEqual(bound);
  });
});
