import * as z from 'zod';
import { UnitTicket } from '#core/archive/plan.ts';

/** The error of Step Functions when Lambda had no room for a worker: nothing has begun. */
export const NOT_STARTED = 'Lambda.TooManyRequestsException';

/** What an iteration passes on when its task failed for good. */
export const DiedEvent = z.object({ ticket: UnitTicket, error: z.string().max(1_000) });
