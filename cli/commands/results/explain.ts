import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { explanationLines } from '#cli/progress/explanation-lines.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';

/** `surf explain ID URL` */
export const run: Run = (call) =>
  withExecution(call, async (backend, id) => {
    const explanation = await backend.explain(id, call.positionals[1] ?? '');
    if (call.json) await call.terminal.json(explanation);
    else for (const line of explanationLines(explanation)) await call.terminal.line(line);
    return EXIT.succeeded;
  });
