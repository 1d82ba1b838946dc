import { type HostKey, hostKeyOf } from '#core/politeness/host-key.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

export type HeaderPair = readonly [name: string, value: string];

/** The fetcher and the politeness section say these. */
const OWNED = new Set([
  'user-agent',
  'host',
  'connection',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

const MEDIA_RANGE = /^[\w.+-]+\/(?:\*|[\w.+-]+)$/;
const MAX_ACCEPT = 1_000;

/**
 * The headers of a request, in the order they are sent: User-Agent, Accept, then the configured ones.
 *
 * A secret header goes to the seeds' hosts only. Redirects are tasks of their own, so it never crosses one to another
 * host. A configured Accept replaces ours; the headers that the fetcher owns are left out.
 *
 * @param seedHosts politeness keys of the seeds
 */
export function requestHeaders(workflow: Workflow, url: CrawlUrl, seedHosts: ReadonlySet<HostKey>): HeaderPair[] {
  const { headers, acceptTypes } = workflow.fetch;
  const pairs: HeaderPair[] = [['User-Agent', workflow.politeness.userAgent]];
  const configured: HeaderPair[] = [];
  let accept = true;
  for (const [name, given] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (OWNED.has(lower)) continue;
    const { value, secret } = typeof given === 'string' ? { value: given, secret: false } : given;
    if (secret && !seedHosts.has(hostKeyOf(url))) continue;
    if (lower === 'accept') accept = false;
    configured.push([name, value]);
  }
  if (accept) pairs.push(['Accept', acceptOf(acceptTypes)]);
  return pairs.concat(configured);
}

/** `*+xml` is no media range (RFC 9110 §12.5.1): such patterns are covered by the last, weak wildcard. */
function acceptOf(acceptTypes: readonly string[]): string {
  const ranges = acceptTypes.filter((type) => MEDIA_RANGE.test(type)).join(', ');
  return ranges === '' || ranges.length > MAX_ACCEPT ? '*/*' : `${ranges}, */*;q=0.1`;
}
