import * as z from 'zod';

/** A crawl reaches its hosts through the network and, if its workflow names one, a proxy. */
export const WayOut = z.enum(['proxy', 'network']);
export type WayOut = z.infer<typeof WayOut>;

const LONGEST_WAIT_MS = 240_000;
/** Waits after the first, second, … wave in a row that found it gone. */
const WAITS_MS: Readonly<Record<WayOut, readonly number[]>> = {
  proxy: [15_000, 60_000, LONGEST_WAIT_MS],
  network: [15_000, 60_000, ...Array<number>(15).fill(LONGEST_WAIT_MS)], // an hour in all
};

/** Beginning of the words for a network fault; its cause follows. */
export const NETWORK_AWAY = 'no network';

/** Advice about a network that is away. */
export const NETWORK_REMEDY = 'check the network of this machine (surf doctor looks a name up)';

/** The way out was gone when the last wave ended: kept in the frontier. */
export const WayFault = z.object({
  way: WayOut,
  /** Waves in a row that ended so and settled nothing; from 1. */
  waves: z.int().positive(),
  /** No request starts before (epoch ms). */
  until: z.number(),
  /** In words, with no part of a secret: `the proxy HOST:PORT refuses …`, `no network: …`. */
  detail: z.string().max(200),
});
export type WayFault = z.infer<typeof WayFault>;

/** A way out that a wave found gone. */
export type WayGone = Pick<WayFault, 'way' | 'detail'>;

/** The fault after a wave that found a way gone. @param worked the wave settled something */
export function wayFaultAfter(
  before: WayFault | undefined,
  { way, detail, now, worked }: WayGone & { readonly now: number; readonly worked: boolean },
): WayFault {
  const waves = worked || before?.way !== way ? 1 : before.waves + 1;
  return { way, waves, until: now + (WAITS_MS[way][waves - 1] ?? 0), detail };
}

/**
 * The crawl ends: all waits are over, or its proxy has never brought a page. A proxy that has never
 * worked gets no wait.
 */
export const isWayGone = ({ way, waves }: WayFault, anyPage: boolean): boolean =>
  waves > WAITS_MS[way].length || (way === 'proxy' && !anyPage);
