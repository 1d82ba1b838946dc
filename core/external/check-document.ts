import { SurfError } from '#core/error.ts';
import type { ProxyValue } from '#core/secrets/proxy-value.ts';

/** Default number of days after which an external link is requested again. */
export const CHECK_DAYS = 30;
export const MOST_DAYS = 3_650;

export interface CheckWords {
  readonly name?: string;
  /** @default the one of a new workflow */
  readonly userAgent?: string;
  /** The crawl that wrote the register. @default none */
  readonly proxy?: ProxyValue | null;
}

/**
 * The workflow of a check of external links, as a document for `surf run -`.
 * @param register the execution that left the register
 */
export const checkDocument = (
  register: string,
  seeds: readonly string[],
  { name = 'check of external links', userAgent, proxy = null }: CheckWords = {},
): object => ({
  name,
  seeds,
  limits: { depth: 0 },
  links: { follow: [] },
  fetch: { headFirst: true, ...(proxy !== null && { proxy }) },
  external: { checks: register },
  ...(userAgent !== undefined && { politeness: { userAgent } }),
});

/** Days that a program gave, or the usual ones. @throws SurfError FIELD_INVALID */
export function checkDays(given: number | undefined): number {
  if (given === undefined) return CHECK_DAYS;
  if (Number.isInteger(given) && given >= 0 && given <= MOST_DAYS) return given;
  throw new SurfError('FIELD_INVALID', `days: ${given} is not a number of days`, {
    remedy: `give a whole number from 0 to ${MOST_DAYS}`,
  });
}
