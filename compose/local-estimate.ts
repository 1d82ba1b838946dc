import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import { estimateCrawl } from '#core/estimate/estimate-crawl.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { patternsOf } from '#core/identity/account-store.ts';
import type { Clock } from '#core/model/clock.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { sampleSite } from '#engine/estimate/sample-site.ts';

/**
 * Time limit of the sample, in ms. Nobody else waits, so it reads more pages of a slow site than a
 * server does.
 */
const MOST_MS = 60_000;

export interface LocalEstimate {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  readonly clock: Clock;
  /** Accounts with the blocklist that applies; null if there is no data folder yet. */
  readonly accounts: Embedded['accounts'] | null;
}

/** Estimates a crawl that this machine would run: it costs nothing. */
export async function localEstimate({ workflow, settings, clock, accounts }: LocalEstimate): Promise<Estimate> {
  const blocklist = accounts === null ? [] : await patternsOf(accounts);
  const ports = { fetcher: createUndiciFetcher, clock };
  return estimateCrawl(workflow, await sampleSite(ports, { workflow, settings, blocklist, mostMs: MOST_MS }), null);
}
