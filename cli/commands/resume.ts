import type { Run } from '#cli/command.ts';
import { followExecution } from '#cli/follow-execution.ts';
import { withExecution } from '#cli/open-data.ts';
import { controlExecution } from '#engine/control-execution.ts';

/** `surf resume ID` */
export const run: Run = (call) =>
  withExecution(call, async (surf, id) => {
    const { row } = await controlExecution(surf, id, { type: 'resume' });
    surf.warmUp();
    return await followExecution(call, surf, { id, run: row.lastRun });
  });
