import type { MiddlewareHandler } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/api-ports.ts';
import { SurfError } from '#core/error.ts';

/** Counts the requests of callers that have limits, and sends those away that come too fast (S16). */
export const requestCount =
  ({ accounts, clock }: Pick<ApiPorts, 'accounts' | 'clock'>): MiddlewareHandler<ApiEnv> =>
  async (c, next) => {
    const { user, role, limits } = c.get('caller');
    if (limits !== undefined) {
      const { requestsPerSecond, burst } = limits;
      const rate = requestsPerSecond === null ? null : { perSecond: requestsPerSecond, burst };
      const waitMs = await accounts.countRequest(user, clock.now(), rate);
      if (waitMs > 0) {
        c.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
        const most = `requestsPerSecond ${requestsPerSecond}, burst ${burst}`;
        throw new SurfError('RATE_EXCEEDED', `more requests than role ${role} may send: ${most}`, {
          remedy: 'wait as long as Retry-After says',
        });
      }
    }
    await next();
  };
