import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { statusLines } from '#cli/progress/status-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';

/** `surf status ID` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    const view = await backend.describe(id);
    if (call.json) await call.terminal.json({ ...view, data: backend.data });
    const options = { showCost: call.flags.has('cost') };
    if (!call.json) for (const line of statusLines(view, options)) await call.terminal.line(line);
    return EXIT.succeeded;
  });
