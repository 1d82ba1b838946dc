import type { MiddlewareHandler } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { SurfError } from '#core/error.ts';
import type { Rate } from '#core/identity/rate.ts';
import type { RoleLimits } from '#core/identity/roles/role-limits.ts';
import { isMachineFault } from '#core/machine-fault.ts';

/**
 * Counts each caller's requests, and refuses those that exceed the rate of the caller's role (S16).
 */
export const requestCount =
  ({ accounts, clock }: Pick<ApiPorts, 'accounts' | 'clock'>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { user, role, limits } = c.get('caller');
    const rate = rateOf(limits);
    const waitMs = await accounts.countRequest(user, clock.now(), rate).catch((error: unknown) => {
      // A full disk stores no count. Nothing depends on the count of a caller without a rate, so
      // reads continue.
      if (rate === null && isMachineFault(error)) return 0;
      throw error;
    });
    if (waitMs > 0) {
      c.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
      const most = `requestsPerSecond ${limits?.requestsPerSecond}, burst ${limits?.burst}`;
      throw new SurfError('RATE_EXCEEDED', `more requests than role ${role} may send: ${most}`, {
        remedy: 'wait as long as Retry-After says',
      });
    }
    await next();
  };

/** The rate of a role; null for no limit, as for the person at this machine. */
const rateOf = (limits: RoleLimits | undefined): Rate | null =>
  limits === undefined || limits.requestsPerSecond === null
    ? null
    : { perSecond: limits.requestsPerSecond, burst: limits.burst };
