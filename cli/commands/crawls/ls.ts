import type { Run } from '#cli/args/command.ts';
import type { ListedExecution } from '#cli/backend/backend.ts';
import { withBackend } from '#cli/backend/open-backend.ts';
import { ending } from '#cli/progress/report.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { counted } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';

/** `surf ls` */
export const run: Run = (call) =>
  withBackend(call, async (backend) => {
    let listed = 0;
    for await (const row of backend.executions()) {
      listed += 1;
      if (call.json) await call.terminal.json(row);
      else await call.terminal.line(lineOf(row));
    }
    if (listed === 0 && !call.json) call.terminal.note(backend.noExecutions);
    return EXIT.succeeded;
  });

function lineOf({ execution, createdAt, pages, status, driver, reason, name }: ListedExecution): string {
  const created = createdAt.slice(0, 19).replace('T', ' ');
  return `${execution}  ${created}  ${ending({ status, driver, reason }).padEnd(20)}  ${counted(pages, 'page').padStart(12)}  ${printable(name)}`;
}
