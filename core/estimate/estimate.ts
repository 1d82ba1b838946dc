import * as z from 'zod';
import { EstimateRange } from '#core/estimate/range.ts';
import { UnreadLinks } from '#core/estimate/site-sample.ts';

/** A limit that ends a crawl: a field of `limits`, or the walks of a sample. */
export const LimitName = z.enum([
  'pages',
  'pagesPerHost',
  'pagesPerLevel',
  'totalBytes',
  'seconds',
  'budgetUsd',
  'sample',
  'depth',
]);
export type LimitName = z.infer<typeof LimitName>;

/**
 * Cause of the time between requests: robots.txt, the workflow, the answers of the host, the
 * address that several hosts share, or the number of hosts in flight.
 */
export const PaceCause = z.enum(['crawl-delay', 'delay', 'bandwidth', 'latency', 'address', 'rate', 'hosts-at-once']);
export type PaceCause = z.infer<typeof PaceCause>;

/** Estimate of a workflow's crawl, before it starts. */
export const Estimate = z.object({
  summary: z.string().describe('One sentence in plain words.'),
  remedy: z.string().nullable().describe('What to do where the sample got no page; null: it got one.'),
  pages: EstimateRange.describe('Pages that the crawl stores, within its limits.'),
  requests: EstimateRange.describe('Requests for them and for what turns out not to be a page.'),
  pageBytes: z
    .object({ median: z.number(), p90: z.number() })
    .nullable()
    .describe('Decoded bytes of a page in the sample; null: it has no page.'),
  bytes: EstimateRange.describe('Decoded bytes of all pages.'),
  storedBytes: EstimateRange.describe('What the archive keeps of them.'),
  seconds: EstimateRange.describe('From start to end; hours outside of `politeness.window` are in it.'),
  pace: z
    .object({
      cause: PaceCause,
      host: z.string().nullable().describe('The host that takes longest; null: no single one.'),
      seconds: z.number().describe('Between two requests to it.'),
    })
    .nullable()
    .describe('What the time is due to; null: nothing was measured.'),
  costUsd: EstimateRange.nullable().describe('At list prices of the region; null: a machine of yours costs nothing.'),
  region: z.string().nullable(),
  limitedBy: z
    .object({
      limit: LimitName,
      certain: z.boolean().describe('False: only if the site is large enough.'),
    })
    .nullable()
    .describe('The limit that ends the crawl first; null: none does.'),
  sample: z
    .object({
      requests: z.int(),
      seconds: z.number(),
      pages: z.int(),
      hosts: z.int().describe('Hosts that belong to the crawl, as far as they are known.'),
      sitemaps: z.int().describe('Sitemap files that were read.'),
      sitemapsUnread: z.int().describe('Named, and not read.'),
      unreadLinks: z
        .array(UnreadLinks)
        .describe('Why links were not read, so that the site can be larger; empty: all were.'),
    })
    .describe('The sample that the figures come from.'),
  notes: z.array(z.string()).describe('What the figures assume or leave out.'),
});
export type Estimate = z.infer<typeof Estimate>;
