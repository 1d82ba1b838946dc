import type { Call } from '#cli/args/command.ts';
import { serverFlag } from '#cli/args/server-option.ts';
import type { Backend } from '#cli/backend/backend.ts';
import type { RunHandle } from '#cli/backend/run-handle.ts';
import { STOP_SIGNALS, withInterrupt } from '#cli/crawl/interrupt.ts';
import type { OpenOutput } from '#cli/export/output.ts';
import { ProgressDisplay } from '#cli/progress/progress-display.ts';
import { ProgressWatch } from '#cli/progress/progress-watch.ts';
import { endReport, missingLines, resultOf } from '#cli/progress/report.ts';
import { EXIT, type ExitCode, exitOfOutcome, exitOfStatus } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import { NO_SEED } from '#core/frontier/wave/end-reason.ts';
import { isMachineFault } from '#core/machine-fault.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** An execution that runs, and its outputs at the end. */
export interface Followed {
  readonly run: RunHandle;
  readonly outputs?: readonly OpenOutput[];
  /** Advice if no page was fetched. @default null */
  readonly hint?: string | null;
  /** True if the workflow extracts values from pages. @default false */
  readonly selects?: boolean;
  /** The execution whose external links it checks. @default null */
  readonly checks?: ExecutionId | null;
}

/**
 * Shows the progress of an execution until it ends, prints the result, and writes its outputs.
 * Ctrl-C stops it cleanly.
 */
export async function followExecution(call: Call, backend: Backend, followed: Followed): Promise<ExitCode> {
  const { run, outputs = [], hint = null, selects = false, checks = null } = followed;
  const isPiped = outputs.some(({ target }) => target.kind === 'stdout');
  const display =
    call.json || call.flags.has('quiet')
      ? null
      : new ProgressDisplay(new ProgressWatch(() => run.snapshot()), process.stderr);
  const stop = (): void => {
    display?.note(
      'stopping: Surf makes no new request (Ctrl-C again ends it at once; surf status then shows its state)',
    );
    void run.stop();
  };
  let then = `then surf resume ${run.id}`;
  try {
    // SIGTERM ends this process alone: an execution of a server continues
    const signals = run.isHere ? STOP_SIGNALS : (['SIGINT'] as const);
    const { value, interrupted } = await withInterrupt(() => run.end(), stop, signals);
    if (hasEnded(value.status)) then = `then surf export ${run.id} -o FILE writes it`;
    await display?.end();
    if (selects && !call.json) await noteEmptyFields(call, backend, value); // before the counts, which look well
    await printResult(isPiped ? { ...call, terminal: call.terminal.aside() } : call, backend, value);
    if (hint !== null && !call.json && isUnanswered(value)) call.terminal.note(hint);
    if (checks !== null && !call.json)
      call.terminal.note(`surf external ${checks} lists what the check found, with --state dead the dead links`);
    for (const output of outputs) await writeOutput(call, { backend, view: value, output });
    if (interrupted && value.status === 'stopped') return EXIT.interrupted;
    if (!hasEnded(value.status)) return EXIT.conflict;
    return call.flags.has('exit-code') ? exitOfOutcome(value) : exitOfStatus(value.status);
  } catch (error) {
    throw isMachineFault(error) ? withNext(error as SurfError, then) : error;
  } finally {
    await display?.end();
  }
}

/** True if no seed brought a page, and DNS was not the cause: another scheme may help. */
const isUnanswered = ({ reason, counts }: ExecutionView): boolean =>
  reason === NO_SEED && counts.failed.dns === undefined;

/**
 * Reports fields without a value. A wrong selector is not a fault of a page: only the whole crawl
 * shows it.
 */
async function noteEmptyFields(
  call: Call,
  backend: Backend,
  { execution, status, pages }: ExecutionView,
): Promise<void> {
  if (!hasEnded(status) || pages === 0) return;
  const { emptyFieldLines } = await import('#cli/crawl/empty-fields.ts');
  for (const line of await emptyFieldLines(backend, execution)) call.terminal.note(line);
}

/**
 * Writes an export. The line about it goes to stderr with `--json`, where stdout has only the
 * result, and nowhere with `--quiet`.
 */
async function writeOutput(
  call: Call,
  { backend, view, output }: { backend: Backend; view: ExecutionView; output: OpenOutput },
): Promise<void> {
  if (!hasEnded(view.status) || view.pages === 0) {
    const why = hasEnded(view.status) ? 'no page was fetched' : `the execution is ${view.status}`;
    call.terminal.note(`${why}: ${printable(output.path)} is not written`);
    return;
  }
  const [{ runExport }, { hasColumns }, { columnNames }, { USUAL_OPTIONS }] = await Promise.all([
    import('#cli/export/run-export.ts'),
    import('#cli/export/output.ts'),
    import('#core/export/tables/columns/chosen-columns.ts'),
    import('#engine/export/job/export-job.ts'),
  ]);
  const columns = call.flags.value('columns');
  const chosen = columns === undefined || !hasColumns(output) ? null : columnNames(columns);
  const options = { ...USUAL_OPTIONS, columns: chosen };
  const line = await runExport(call, { backend, id: view.execution, output, options });
  if (call.json || call.flags.has('quiet') || output.target.kind === 'stdout') call.terminal.note(line);
  else await call.terminal.line(line);
}

/** Prints the result of a command that ended or paused an execution. */
export async function printResult(call: Call, backend: Backend, view: ExecutionView): Promise<void> {
  if (call.json) {
    await call.terminal.json(resultOf(view, backend.data));
    return;
  }
  if (!hasEnded(view.status)) call.terminal.note(`another process drives ${view.execution} now`);
  if (call.flags.has('quiet')) {
    for (const line of missingLines(view)) call.terminal.fault(line);
    return;
  }
  const options = { where: backend.archiveLocation(view.execution), showCost: call.flags.has('cost') };
  for (const line of endReport(view, options)) await call.terminal.line(line);
  const flag = serverFlag(call.flags);
  if (flag !== null) await call.terminal.line(`these commands need ${printable(flag)}, too`);
}

/** The error with a remedy: what to do once the cause is fixed. */
function withNext({ code, message, remedy, retryable, cause }: SurfError, then: string): SurfError {
  return new SurfError(code, message, {
    remedy: remedy === undefined ? then : `${remedy}, ${then}`,
    retryable,
    cause,
  });
}
