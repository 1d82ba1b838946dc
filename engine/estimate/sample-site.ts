import type { SiteSample } from '#core/estimate/site-sample.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import { SiteSampler } from '#engine/estimate/site-sampler.ts';
import { PREVIEW_MS, PreviewFetch } from '#engine/preview/preview-fetch.ts';
import { previewProxy } from '#engine/preview/preview-proxy.ts';

export interface SamplePorts {
  /** The fetcher that obeys the settings; closed when the sample has ended. */
  readonly fetcher: (settings: RunSettings, proxy: ProxyAddress | null) => Fetcher;
  readonly clock: Clock;
}

/**
 * Looks at the sites of a workflow before a crawl: robots.txt, sitemaps, and a draw of pages that
 * the workflow's `randomSeed` decides. At most 40 requests, with the delays of a crawl for each
 * host, and with the headers, caps and address rules of a preview. Nothing is stored; there is no
 * execution.
 */
export async function sampleSite(ports: SamplePorts, request: SampleRequest): Promise<SiteSample> {
  const { workflow, settings, blocklist = [], mostMs = PREVIEW_MS } = request;
  const fetcher = ports.fetcher(settings, previewProxy(workflow));
  const fetch = new PreviewFetch({ workflow, fetcher, clock: ports.clock, mostMs });
  try {
    return await new SiteSampler({ workflow, settings, blocklist, mostMs, fetch, clock: ports.clock }).run();
  } finally {
    fetch.close();
    await fetcher.close();
  }
}
