import * as z from 'zod';
import { ExecutionId } from '#core/model/ids.ts';

/** Input of a run of the state machine, and of the functions that it calls with it. */
export const RunInput = z.object({ execution: ExecutionId, run: z.int().positive() });
export type RunInput = z.infer<typeof RunInput>;
