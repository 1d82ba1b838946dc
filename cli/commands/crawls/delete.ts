import type { Call, Run } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { ending } from '#cli/progress/report.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes, counted } from '#cli/terminal/format.ts';
import { canPrompt, confirm } from '#cli/terminal/prompt.ts';
import { SurfError } from '#core/error.ts';
import { printable } from '#core/model/printable.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** `surf delete ID…` */
export const run: Run = (call) =>
  withBackend(call, async (backend) => {
    const views: ExecutionView[] = [];
    for (const name of new Set(call.positionals)) views.push(await backend.describe(await backend.findExecution(name)));
    if (!(await isWanted(call, backend, views))) return EXIT.succeeded;
    for (const { execution } of views) {
      const isGone = await backend.delete(execution);
      if (call.json) await call.terminal.json({ execution, status: isGone ? 'deleted' : 'deleting' });
      else await call.terminal.line(`${execution}: ${isGone ? 'deleted' : 'the server is deleting it'}`);
    }
    return EXIT.succeeded;
  });

/** Nobody can restore deleted data, so the user confirms it. */
async function isWanted(call: Call, backend: Backend, views: readonly ExecutionView[]): Promise<boolean> {
  if (call.flags.has('yes')) return true;
  for (const view of views) call.terminal.note(`  ${lineOf(view)}`);
  if (!call.json && canPrompt())
    return await confirm(`Delete ${counted(views.length, 'execution')} of ${backend.name} for good?`);
  throw new SurfError('COMMAND_USAGE', 'nobody can confirm the deletion: this is not a terminal', {
    remedy: `surf delete ${views.map(({ execution }) => execution).join(' ')} --yes`,
  });
}

const lineOf = (view: ExecutionView): string =>
  `${view.execution}  ${ending(view)}  ${counted(view.pages, 'page')}, ${bytes(view.bytes)}  ${printable(view.name)}`;
