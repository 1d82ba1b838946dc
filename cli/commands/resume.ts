import type { Run } from '#cli/command.ts';
import { followExecution } from '#cli/follow-execution.ts';
import { withExecution } from '#cli/open-data.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import { controlExecution } from '#engine/control-execution.ts';
import { isFinished } from '#engine/finish-execution.ts';

const isOver = ({ status }: Execution): boolean => hasEnded(status) && status !== 'paused';

/** `surf resume ID` */
export const run: Run = (call) =>
  withExecution(call, async (surf, id) => {
    const before = await surf.catalog.execution(id);
    // Killed after its last commit: the run that ended it does what was left undone.
    if (isOver(before) && !(await isFinished(surf, before))) return await followExecution(call, surf, before);
    const { row } = await controlExecution(surf, id, { type: 'resume' });
    surf.warmUp();
    return await followExecution(call, surf, { id, run: row.lastRun });
  });
