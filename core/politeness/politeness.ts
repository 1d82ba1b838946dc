import * as z from 'zod';
import { HourlyRate, isRated, RequestsPerMinute } from '#core/politeness/rate/request-rate.ts';
import { VisitWindow } from '#core/politeness/visits/visit-window.ts';

/** Rules that keep a crawl considerate of its hosts. */
export const Politeness = z.strictObject({
  delaySeconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(1)
    .describe('Seconds between the starts of two requests to one host for different URLs; 0 = no spacing.'),
  delayPer: z
    .enum(['host', 'domain'])
    .default('host')
    .describe(
      'What shares the delay. host: each host has its own. domain: all hosts of one registrable domain (Public Suffix List) get one request a delay together.',
    ),
  delayFactor: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe(
      'Spares slow hosts: two requests to one host start at least this many times as far apart as its last response took, 60 s at most. 0 = off; Heritrix has 5.',
    ),
  bytesPerSecond: z
    .number()
    .min(1)
    .max(1e9)
    .nullable()
    .default(null)
    .describe(
      'Bytes a second from one host, or from one domain with `delayPer: domain`: at 10,000, Surf waits 10 s after a body of 100 kB, 60 s at most. null = no bound.',
    ),
  connectionsPerHost: z.int().min(1).max(64).default(1).describe('Connections to one host at once, inside one worker.'),
  robots: z
    .enum(['obey', 'ignore'])
    .default('obey')
    .describe('`ignore` needs the right `ignoreRobots` in a deployment, and is shown on everything of the execution.'),
  robotsMatch: z
    .enum(['longest', 'first'])
    .default('longest')
    .describe(
      'Which rule of robots.txt decides: the longest that matches (RFC 9309), or the first in the order of the file.',
    ),
  robotsError: z
    .enum(['disallow', 'allow'])
    .default('disallow')
    .describe(
      'What a robots.txt that answers 5xx or 429 means. disallow: nothing is allowed, and it is requested again (RFC 9309). allow: there are no rules, and it is requested once.',
    ),
  crawlDelay: z
    .enum(['raise', 'replace'])
    .default('raise')
    .describe(
      'What a Crawl-delay of robots.txt does. raise: the longer of it and `delaySeconds` counts. replace: it takes the place of `delaySeconds`, also when it is smaller.',
    ),
  userAgent: z
    .string()
    .min(1)
    .max(256)
    .regex(/^[\x20-\x7e]+$/)
    .default('surf-crawler/0.1')
    .describe(
      'The User-Agent header of every request; its product token (letters, `-`, `_`, up to the first other character) picks the robots.txt group.',
    ),
  perAddress: z
    .strictObject({
      requestsPerSecond: z
        .number()
        .min(0.01)
        .max(1_000)
        .nullable()
        .default(4)
        .describe(
          'Requests a second to one IP address (of IPv6: one /64), under all of its names; null = no bound. At least what delaySeconds allows one host; no bound where that is 0.',
        ),
      connections: z
        .int()
        .min(1)
        .max(64)
        .default(4)
        .describe('Connections to one IP address at once, inside one worker; at least connectionsPerHost.'),
    })
    .prefault({}),
  requestsPerMinute: RequestsPerMinute.nullable()
    .default(null)
    .describe(
      'Requests a minute of the whole execution, to all hosts together; each worker gets a share. null = no bound.',
    ),
  rateByHour: z
    .array(HourlyRate)
    .max(24)
    .default([])
    .describe(
      'Other requests a minute in these hours of the day: the first entry whose hours it is counts, else `requestsPerMinute`.',
    ),
  patienceSeconds: z
    .number()
    .min(0)
    .max(86_400)
    .default(600)
    .describe('Tasks that must wait longer are parked and tried beside deeper levels.'),
  window: VisitWindow.nullable()
    .default(null)
    .describe(
      'Hours of the day in which sites are crawled, by the clocks of a zone (IANA name, UTC when it is absent): no request starts outside. `to` before `from`: over midnight; `24:00` is its end.',
    ),
});
export type Politeness = z.infer<typeof Politeness>;

/** Does the workflow itself space requests to one host, without a Crawl-delay of robots.txt? */
export const isSpaced = (politeness: Politeness): boolean => {
  const { delaySeconds, delayFactor, bytesPerSecond } = politeness;
  return delaySeconds > 0 || delayFactor > 0 || (bytesPerSecond ?? 0) > 0 || isRated(politeness);
};
