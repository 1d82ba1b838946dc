import type { Run } from '#cli/command.ts';
import { followExecution } from '#cli/follow-execution.ts';
import { withExecution } from '#cli/open-place.ts';

/** `surf resume ID` */
export const run: Run = (call) =>
  withExecution(call, async (place, id) => followExecution(call, place, await place.goOn(id, { type: 'resume' })));
