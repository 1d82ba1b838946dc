import { FetcherPool } from '#adapters/http/pool/fetcher-pool.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import { bodyBudgetBytes } from './body-budget.ts';

/**
 * Creates one fetcher for each way of fetching; its connections outlive the invocation. Only
 * workers have it: undici is half of their bundle.
 * @param memoryMb of the function
 */
export function fetchers(memoryMb: number): WorkerPorts['fetcher'] {
  const pool = new FetcherPool({ bodyBudgetBytes: bodyBudgetBytes(memoryMb) });
  return (settings, proxy) => pool.get(settings, proxy);
}
