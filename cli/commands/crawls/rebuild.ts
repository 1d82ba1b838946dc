import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';

/** `surf rebuild ID` */
export const run: Run = async (call) =>
  await withExecution(call, async (backend, execution) => {
    const done = await backend.rebuild(execution);
    if (call.json) await call.terminal.json({ execution, rebuilt: done });
    else
      await call.terminal.line(
        done
          ? `${execution}: Surf rewrote its rows`
          : `${execution}: the server is rewriting its rows; surf verify ${execution} succeeds once it is done`,
      );
    return EXIT.succeeded;
  });
