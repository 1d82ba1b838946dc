import type { Call } from '#cli/args/command.ts';
import { serverFlag } from '#cli/args/server-option.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { printResult } from '#cli/crawl/follow-execution.ts';
import type { StartingSchedule } from '#cli/stores/schedules.ts';
import { EXIT, type ExitCode } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { SurfError } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';

/** Executions to halt at the same time: each waits for its last requests. */
const AT_ONCE = 16;
/** Schedules that are named; the others are counted. */
const MOST_SCHEDULES = 20;

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
    const view = await backend.halt(await backend.findExecution(name), how);
    await printResult(call, backend, view);
    await noteSchedules(call, backend, ({ workflow }) => workflow === view.workflow.id);
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
  await noteSchedules(call, backend, () => true);
  return failed === 0 ? EXIT.succeeded : EXIT.failed;
}

/**
 * Names the schedules that start executions again. The executions are halted: a list that cannot be
 * read (an older server has none) changes nothing.
 */
async function noteSchedules(
  call: Call,
  backend: Backend,
  isMeant: (schedule: StartingSchedule) => boolean,
): Promise<void> {
  const starting = backend.schedules().then((schedules) => schedules.starting());
  const lines = await starting.then(
    (schedules) => scheduleLines(schedules.filter(isMeant), serverFlag(call.flags)),
    (error: Error) => [`cannot list the schedules that start executions again: ${error.message}`],
  );
  for (const line of lines) call.terminal.note(printable(line));
}

/** Lists the schedules that start executions again, and the commands that remove them. */
function scheduleLines(schedules: readonly StartingSchedule[], server: string | null): string[] {
  if (schedules.length === 0) return [];
  const [start, them] = schedules.length === 1 ? ['starts', 'it'] : ['start', 'them'];
  const place = server === null ? '' : ` ${server}`;
  const wayOf = ({ workflow, workflowName, name, owner }: StartingSchedule): string =>
    owner === null
      ? `surf schedule ${shellWord(workflowName)} --remove --name ${name}${place}`
      : `DELETE /v1/workflows/${workflow}/schedules/${name}, or in the console; its owner is ${owner}`;
  return [
    `${counted(schedules.length, 'schedule')} ${start} executions again; to remove ${them}:`,
    ...schedules.slice(0, MOST_SCHEDULES).map((schedule) => {
      const isLate = Date.parse(schedule.next) <= Date.now();
      const when = isLate ? 'waits for the end of the previous execution' : `next ${schedule.next}`;
      return `  ${wayOf(schedule)}  # ${when}`;
    }),
    ...(schedules.length > MOST_SCHEDULES ? [`  and ${counted(schedules.length - MOST_SCHEDULES, 'other')}`] : []),
  ];
}

/** A name as one word of a command. */
const shellWord = (name: string): string => (/^[\w.:/-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);
