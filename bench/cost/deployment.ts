import { WORKER_MEMORY } from '#core/cost/lambda.ts';
import type { WaveBounds } from '#engine/advance/ports.ts';

/** What a deployment bounds waves by, whose operator changed nothing. */
export const DEPLOYMENT: WaveBounds = { units: 1_000, unitSeconds: 840, memory: WORKER_MEMORY };
