import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import { bodyBudgetBytes } from './body-budget.ts';

/**
 * Creates one fetcher for each way of fetching; its connections outlive the invocation. Only
 * workers have it: undici is half of their bundle.
 * @param memoryMb of the function
 */
export function fetchers(memoryMb: number): (settings: RunSettings) => Fetcher {
  const made = new Map<string, Fetcher>();
  return (settings) => {
    const name = JSON.stringify(settings);
    const known = made.get(name);
    if (known !== undefined) return known;
    const fetcher = createUndiciFetcher({ ...settings, bodyBudgetBytes: bodyBudgetBytes(memoryMb) });
    made.set(name, fetcher);
    return fetcher;
  };
}
