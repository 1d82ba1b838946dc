import { FunctionFailure } from '#adapters/aws/calls/lambda-call.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { codeOf } from '#core/error.ts';
import type { UnitAnswer } from './crawl-ticket.ts';
import type { CalledUnit } from './small-run.ts';

/**
 * Lets workers crawl units.
 * @param calls of worker functions, by name
 */
export const unitCall =
  (calls: ReadonlyMap<string, (event: unknown) => Promise<unknown>>) =>
  async (worker: string, ticket: UnitTicket): Promise<CalledUnit> => {
    const call = calls.get(worker);
    if (call === undefined) return 'no-room';
    try {
      return lineBytesOf(await call(ticket));
    } catch (error) {
      if (codeOf(error) === 'STORE_THROTTLED') return 'no-room';
      return { error: isCertain(error) ? 'Lambda.Unknown' : 'Lambda.SdkClientException' };
    }
  };

/** True if the invocation has certainly ended. A silent one may still run. */
const isCertain = (error: unknown): boolean => error instanceof Error && error.cause instanceof FunctionFailure;

/** Bytes of the unit's lines; a worker of the previous version answers nothing. */
function lineBytesOf(answer: unknown): UnitAnswer {
  const { lineBytes } = (answer ?? {}) as Partial<UnitAnswer>;
  return { lineBytes: typeof lineBytes === 'number' ? lineBytes : Number.POSITIVE_INFINITY };
}
