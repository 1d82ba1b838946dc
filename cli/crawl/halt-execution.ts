import type { Call } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { printResult } from '#cli/crawl/follow-execution.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';

/** `surf pause ID` and `surf stop ID`: wait until the last request has ended. */
export const haltExecution = (call: Call, how: 'pause' | 'stop'): Promise<ExitCode> =>
  withExecution(call, async (backend, id) => {
    await printResult(call, backend, await backend.halt(id, how));
    return EXIT.succeeded;
  });
