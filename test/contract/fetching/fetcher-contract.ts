import { describe } from 'vitest';
import { fetcherExchanges } from '#test/contract/fetching/fetcher-exchanges.ts';
import { fetcherFailures } from '#test/contract/fetching/fetcher-failures.ts';
import { fetcherLimits } from '#test/contract/fetching/fetcher-limits.ts';
import type { CreateWay } from '#test/contract/fetching/fetching-bench.ts';

/** Runs the promises of `Fetcher` against one way to servers. */
export function fetcherContract(name: string, create: CreateWay): void {
  describe(`${name} keeps the Fetcher contract`, () => {
    fetcherExchanges(create);
    fetcherLimits(create);
    fetcherFailures(create);
  });
}
