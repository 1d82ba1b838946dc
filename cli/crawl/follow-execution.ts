import type { Call } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import type { RunHandle } from '#cli/backend/run-handle.ts';
import { withInterrupt } from '#cli/crawl/interrupt.ts';
import { ProgressDisplay } from '#cli/progress/progress-display.ts';
import { ProgressWatch } from '#cli/progress/progress-watch.ts';
import { endReport, resultOf } from '#cli/progress/report.ts';
import { EXIT, type ExitCode, exitOfStatus } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import { isMachineFault } from '#core/machine-fault.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ExecutionView } from '#engine/describe-execution.ts';

/**
 * Shows the progress of an execution until it ends, and prints the result. Ctrl-C stops it cleanly.
 */
export async function followExecution(call: Call, backend: Backend, run: RunHandle): Promise<ExitCode> {
  const display = call.json ? null : new ProgressDisplay(new ProgressWatch(() => run.snapshot()), process.stderr);
  const stop = (): void => {
    display?.note('stopping: no new request is made (Ctrl-C again ends at once; surf status then shows its state)');
    void run.stop();
  };
  try {
    const { value, interrupted } = await withInterrupt(() => run.end(), stop);
    await display?.end();
    await printResult(call, backend, value);
    if (interrupted && value.status === 'stopped') return EXIT.interrupted;
    return hasEnded(value.status) ? exitOfStatus(value.status) : EXIT.conflict;
  } catch (error) {
    throw isMachineFault(error) ? resumable(error as SurfError, run.id) : error;
  } finally {
    await display?.end();
  }
}

/** The result of a command that brought an execution to an end or a pause. */
export async function printResult(call: Call, backend: Backend, view: ExecutionView): Promise<void> {
  if (call.json) {
    await call.terminal.json(resultOf(view, backend.data));
    return;
  }
  if (!hasEnded(view.status)) call.terminal.note(`another process drives ${view.execution} now`);
  const options = { where: backend.archiveLocation(view.execution), showCost: call.flags.has('cost') };
  for (const line of endReport(view, options)) await call.terminal.line(line);
}

/** The same error with a remedy: how to resume the execution once its cause is fixed. */
function resumable({ code, message, remedy, retryable, cause }: SurfError, id: ExecutionId): SurfError {
  const resume = `then surf resume ${id}`;
  return new SurfError(code, message, {
    remedy: remedy === undefined ? resume : `${remedy}, ${resume}`,
    retryable,
    cause,
  });
}
