import * as z from 'zod';

/** Waits after the first, second and third wave in a row that found the proxy gone. */
const WAITS_MS = [15_000, 60_000, 240_000] as const;

/** The proxy of the workflow could not be used when the last wave ended: kept in the frontier. */
export const ProxyFault = z.object({
  /** Waves in a row that ended so without a page; from 1. */
  waves: z.int().positive(),
  /** No request starts before (epoch ms). */
  until: z.number(),
  /** In the words of the fetcher, with no part of a secret: `the proxy HOST:PORT refuses …`. */
  detail: z.string().max(200),
});
export type ProxyFault = z.infer<typeof ProxyFault>;

/** The fault after a wave that found the proxy gone. @param worked the wave settled something */
export function proxyFaultAfter(
  before: ProxyFault | undefined,
  { detail, now, worked }: { readonly detail: string; readonly now: number; readonly worked: boolean },
): ProxyFault {
  const waves = worked || before === undefined ? 1 : before.waves + 1;
  return { waves, until: now + (WAITS_MS[waves - 1] ?? 0), detail };
}

/**
 * Does the crawl end for it? At once without any page: the workflow names a proxy that has not
 * worked yet. Otherwise after all waits.
 */
export const isProxyGone = ({ waves }: ProxyFault, anyPage: boolean): boolean => !anyPage || waves > WAITS_MS.length;
