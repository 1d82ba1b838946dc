import type { Call } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { printResult } from '#cli/crawl/follow-execution.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Executions to halt at the same time: each waits for its last requests. */
const AT_ONCE = 16;

/** `surf pause ID` and `surf stop ID`, or `--all`: wait until the last request has ended. */
export async function haltExecution(call: Call, how: 'pause' | 'stop'): Promise<ExitCode> {
  const [name] = call.positionals;
  if ((name === undefined) !== call.flags.has('all')) {
    throw new SurfError('COMMAND_USAGE', `surf ${how} needs an execution, or --all`, {
      remedy: `surf ${how} last, or surf ${how} --all`,
    });
  }
  return await withBackend(call, async (backend) => {
    if (name === undefined) return await haltAll(call, backend, how);
    await printResult(call, backend, await backend.halt(await backend.findExecution(name), how));
    return EXIT.succeeded;
  });
}

/** Halts every execution that has not ended. One that cannot be halted does not affect the rest. */
async function haltAll(call: Call, backend: Backend, how: 'pause' | 'stop'): Promise<ExitCode> {
  const running: ExecutionId[] = [];
  for await (const { execution, status } of backend.executions())
    if (!hasEnded(status)) running.push(execution as ExecutionId);
  let failed = 0;
  const halt = async (execution: ExecutionId): Promise<void> => {
    const status = await backend.halt(execution, how).then(
      (view) => view.status,
      (error: unknown) => {
        failed += 1;
        return `not ${how === 'stop' ? 'stopped' : 'paused'}: ${error instanceof Error ? error.message : String(error)}`;
      },
    );
    if (call.json) await call.terminal.json({ execution, status });
    else await call.terminal.line(`${execution}: ${status}`);
  };
  const lane = async (): Promise<void> => {
    for (let next = running.shift(); next !== undefined; next = running.shift()) await halt(next);
  };
  if (running.length === 0 && !call.json) call.terminal.note(`no execution runs in ${backend.name}`);
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return failed === 0 ? EXIT.succeeded : EXIT.failed;
}
