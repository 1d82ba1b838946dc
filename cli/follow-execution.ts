import type { Call } from '#cli/command.ts';
import { EXIT, type ExitCode, exitOfStatus } from '#cli/exit-code.ts';
import { withInterrupt } from '#cli/interrupt.ts';
import { ProgressDisplay } from '#cli/progress-display.ts';
import { ProgressWatch } from '#cli/progress-watch.ts';
import { endReport, resultOf } from '#cli/report.ts';
import type { Embedded } from '#cli/wiring.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { controlExecution } from '#engine/control-execution.ts';
import { summarizeExecution } from '#engine/describe-execution.ts';

/**
 * Runs an execution in this process to its end, shows how it goes, and prints its result. Ctrl-C stops it cleanly.
 * @param run number of the run to start
 */
export async function followExecution(
  call: Call,
  surf: Embedded,
  start: { readonly id: ExecutionId; readonly run: number },
): Promise<ExitCode> {
  const { id, run } = start;
  const display = call.json ? null : new ProgressDisplay(new ProgressWatch(surf, id), process.stderr);
  const stop = (): void => {
    display?.note('stopping: no new request is made (Ctrl-C again ends at once; surf resume goes on then)');
    // It may have ended by itself just now; then its end is what is reported.
    void controlExecution(surf, id, { type: 'stop' }).catch(() => undefined);
  };
  try {
    const { value, interrupted } = await withInterrupt(() => surf.drive(id, run), stop);
    await display?.end();
    await printResult(call, surf, value);
    if (interrupted && value.status === 'stopped') return EXIT.interrupted;
    return hasEnded(value.status) ? exitOfStatus(value.status) : EXIT.conflict;
  } finally {
    await display?.end();
  }
}

/** The result of a command that brought an execution to an end or a pause. */
export async function printResult(call: Call, surf: Embedded, row: Execution): Promise<void> {
  const { summary, cost } = await summarizeExecution(surf, row);
  if (call.json) {
    await call.output.json(resultOf(summary, surf.data));
    return;
  }
  if (!hasEnded(row.status)) call.output.note(`another process drives ${row.id} now`);
  for (const line of endReport(summary, cost, surf.data)) await call.output.line(line);
}
