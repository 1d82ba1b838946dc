import type { Call, Run } from '#cli/args/command.ts';
import { choiceOf } from '#cli/args/flag.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { FAIL_REASONS, SKIP_REASONS, stateWord, TaskState, WantedState } from '#core/model/outcome.ts';
import { printable } from '#core/model/printable.ts';
import type { TaskFilter, TaskView } from '#engine/list-tasks/task-view.ts';

/** `surf tasks ID` */
export const run: Run = async (call) => {
  const filter = filterOf(call);
  const asJson = call.json || process.stdout.isTTY !== true;
  return await withExecution(call, async (backend, id) => {
    for await (const task of backend.tasks(id, filter)) {
      if (asJson) await call.terminal.json(task);
      else await call.terminal.line(lineOf(task));
    }
    if (filter.state === 'failed' && !call.json) await noteTimeouts(call, backend, id);
    return EXIT.succeeded;
  });
};

/** The report counts timeouts among the failed URLs; their state is another one. */
async function noteTimeouts(call: Call, backend: Backend, id: ExecutionId): Promise<void> {
  const { timeout = 0 } = (await backend.describe(id)).counts.failed;
  if (timeout === 0) return;
  const [are, them] = timeout === 1 ? ['is', 'it'] : ['are', 'them'];
  call.terminal.note(
    `${counted(timeout, 'URL')} that took too long ${are} not among these: surf tasks ${id} --state timedOut lists ${them}`,
  );
}

function filterOf({ flags }: Call): TaskFilter {
  const state = flags.value('state');
  const reason = flags.value('reason');
  const level = flags.value('level');
  const host = flags.value('host');
  return {
    ...(state !== undefined && { state: stateOf(state) }),
    ...(reason !== undefined && { reason: choiceOf('reason', reason, [...SKIP_REASONS, ...FAIL_REASONS]) }),
    ...(level !== undefined && { level: levelOf(level) }),
    ...(host !== undefined && { host }),
  };
}

/** The words of the help; those of `--json` are taken, too. */
function stateOf(text: string): WantedState {
  const { data } = TaskState.safeParse(text);
  return (
    data ??
    choiceOf(
      'state',
      text,
      WantedState.options.filter((state) => stateWord(state) === state),
    )
  );
}

function levelOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new SurfError('COMMAND_USAGE', `--level ${JSON.stringify(text.slice(0, 100))} is not a level`, {
    remedy: 'levels are whole numbers; 0 is the seeds',
  });
}

function lineOf(task: TaskView): string {
  const { url, state, reason, outcome, status, level, title, redirectsTo, provisional, cut } = task;
  const settled = outcome === null || outcome === 'stored' ? (cut ? 'cut' : '') : outcome;
  const what = reason ?? (settled === '' && provisional ? 'not settled' : settled);
  const left = `${stateWord(state).padEnd(9)} ${String(status ?? '').padStart(3)}  ${String(level).padStart(2)}  ${what.padEnd(14)}`;
  const target = redirectsTo === null ? '' : ` to ${printable(redirectsTo)}`;
  return `${left}  ${printable(url)}${target}${title === null ? '' : `  ${printable(title)}`}`;
}
