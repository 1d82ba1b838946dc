import type { Run } from '#cli/command.ts';
import { EXIT } from '#cli/exit-code.ts';
import { explanationLines } from '#cli/explanation-lines.ts';
import { withExecution } from '#cli/open-data.ts';
import { explain } from '#engine/explain.ts';

/** `surf explain ID URL` */
export const run: Run = (call) =>
  withExecution(call, async (surf, id) => {
    const explanation = await explain(surf, id, call.positionals[1] ?? '');
    if (call.json) await call.output.json(explanation);
    else for (const line of explanationLines(explanation)) await call.output.line(line);
    return EXIT.succeeded;
  });
