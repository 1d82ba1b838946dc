import * as z from 'zod';

const count = z.int().nonnegative();
const amount = z.number().nonnegative();

/**
 * Reason why a sample did not read all links: a page has more than it reads of one, a page is too
 * large to look for links at all, or the bodies and links of all pages have used up what it may
 * read.
 */
export const UnreadLinks = z.enum(['links-of-a-page', 'bytes-of-a-page', 'bytes-of-all']);
export type UnreadLinks = z.infer<typeof UnreadLinks>;

/** Findings of a small, polite look at the sites of a workflow. The engine makes it. */
export const SiteSample = z.object({
  /** Number of all requests, and the time that they took together. */
  requests: count,
  ms: amount,
  /** Hosts on which addresses are known, the one with the most first. */
  hosts: z.array(
    z.object({
      host: z.string(),
      /** IP address that answered; null: there was no request to the host, or no answer. */
      address: z.string().nullable(),
      crawlDelaySeconds: amount.nullable(),
      /** Addresses of the crawl that are known there, also by sitemaps. */
      known: amount,
    }),
  ),
  /** Null: none was found. */
  sitemaps: z
    .object({
      /** Files that were read; files that were named, but not read. */
      files: count,
      unread: count,
      /** Addresses of the crawl in them: counted in what was read, extended to what was not. */
      low: amount,
      high: amount,
      /** Addresses that they list among those that links lead to. */
      linked: amount,
      /** The workflow reads them: their entries are tasks. */
      areRead: z.boolean(),
    })
    .nullable(),
  /** Addresses of the crawl that links lead to, and the seeds. */
  links: z.object({
    known: count,
    /** Seeds among them. */
    seeds: count,
    /** Known by a link or a sitemap, and not requested. */
    unasked: count,
    /** Known by links and not requested: those to which one sampled page links, and two. */
    once: count,
    twice: count,
    /** Addresses that each page newly led to, in the order of the sample, without the seeds. */
    growth: z.array(count),
    /** Links that lead below the depth of the workflow. */
    tooDeep: count,
  }),
  /** Addresses that were requested: no robots.txt, no sitemap. */
  tried: count,
  /** The pages among them. */
  pages: z.array(
    z.object({
      /** Decoded, and as an archive would have them. */
      bytes: count,
      storedBytes: count,
      /** Time from the request to the end of the answer. */
      ms: amount,
    }),
  ),
  /** Reasons why links were not read. Empty: all were read. */
  unreadLinks: z.array(UnreadLinks),
  /** The first address that is not a page, with the reason; null: pages were found. */
  fault: z.object({ url: z.string(), reason: z.string(), message: z.string() }).nullable(),
});
export type SiteSample = z.infer<typeof SiteSample>;
