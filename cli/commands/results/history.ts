import type { Run } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes as byteSize, count, counted } from '#cli/terminal/format.ts';
import type { PageHistory, PageVisited } from '#core/diff/page-history.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable } from '#core/model/printable.ts';

/** Workflows, newest first, that Surf searches for the page if none is named. */
const MOST_WORKFLOWS = 20;

/** `surf history URL` */
export const run: Run = (call) =>
  withBackend(call, async (backend) => {
    const [url = ''] = call.positionals;
    const history = await historyOf(backend, url, call.flags.value('workflow'));
    if (call.json || process.stdout.isTTY !== true) {
      const { versions, ...summary } = history;
      await call.terminal.json({ type: 'summary', ...summary });
      for (const version of versions) await call.terminal.json({ type: 'version', ...version });
    } else for (const line of linesOf(history)) await call.terminal.line(line);
    return EXIT.succeeded;
  });

/** The history in the workflow of that name, or else in the newest one that has the page. */
async function historyOf(backend: Backend, url: string, name: string | undefined): Promise<PageHistory> {
  const asked = new Set<string>();
  let latest: PageHistory | null = null;
  for await (const listed of backend.executions()) {
    if (name === undefined ? asked.has(listed.name) : listed.name !== name) continue;
    asked.add(listed.name);
    latest = await backend.history(listed.execution as ExecutionId, url);
    if (latest.versions.length > 0 || name !== undefined || asked.size >= MOST_WORKFLOWS) break;
  }
  if (latest !== null) return latest;
  throw new SurfError('COMMAND_USAGE', `there is no execution${name === undefined ? '' : ` of ${printable(name)}`}`, {
    remedy: 'surf ls lists what has run, with the names of the workflows',
  });
}

function linesOf({ url, workflow, versions, complete }: PageHistory): string[] {
  return [
    `${counted(versions.length, 'version')} of ${printable(url)} in ${printable(workflow)}`,
    ...versions.map(lineOf),
    ...(complete ? [] : [`older executions are not shown: these are the newest ${count(versions.length)} versions`]),
  ];
}

function lineOf(version: PageVisited): string {
  const { execution, at, outcome, reason, status, bytes, digest, title } = version;
  const words = [outcome, reason, status].filter((part) => part !== null).join(' ');
  const size = bytes === null ? '' : byteSize(bytes);
  return [
    at?.slice(0, 19) ?? ''.padEnd(19),
    execution,
    words.padEnd(18),
    size.padStart(8),
    (digest ?? '').slice(0, 12).padEnd(12),
    changesOf(version),
    printable(title ?? ''),
  ].join('  ');
}

function changesOf({ changed, textUnknown, fields }: PageVisited): string {
  if (changed === null) return 'first';
  if (changed.length === 0) return 'unchanged';
  const parts = changed.map((part) => (part === 'fields' ? fields.map(printable).join(' ') : part));
  return [...parts, ...(textUnknown ? ['text not compared'] : [])].join(', ');
}
