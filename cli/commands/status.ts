import { resolve } from 'node:path';
import type { Run } from '#cli/command.ts';
import { EXIT } from '#cli/exit-code.ts';
import { withExecution } from '#cli/open-data.ts';
import { statusLines } from '#cli/status-lines.ts';
import { describeExecution } from '#engine/describe-execution.ts';

/** `surf status ID` */
export const run: Run = (call) =>
  withExecution(call, async (surf, id) => {
    const view = await describeExecution(surf, id);
    if (call.json) await call.output.json({ ...view, data: resolve(surf.data) });
    else for (const line of statusLines(view, surf.drivenElsewhere(id))) await call.output.line(line);
    return EXIT.succeeded;
  });
