/** A token bucket: `perSecond` tokens flow in, it holds `burst` (S16). */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * The bucket as one number (GCRA, ITU-T I.371 annex A): the instant at which it is full again. A
 * request moves it by the time that its token takes to flow in; it may go when the bucket holds a
 * whole token then.
 *
 * @param fullAt epoch ms; 0 of a bucket that was never asked
 * @returns the new instant and no wait, or the old one and the milliseconds until a token is there
 */
export function takeToken(
  rate: Rate,
  fullAt: number,
  now: number,
): { readonly fullAt: number; readonly waitMs: number } {
  const next = Math.max(fullAt, now) + tokenMs(rate);
  const waitMs = next - now - depthMs(rate);
  return waitMs <= 0 ? { fullAt: next, waitMs: 0 } : { fullAt, waitMs };
}

/** Milliseconds in which one token flows in. */
export const tokenMs = ({ perSecond }: Rate): number => 1_000 / perSecond;
/** Milliseconds in which an empty bucket becomes full. */
export const depthMs = (rate: Rate): number => rate.burst * tokenMs(rate);
