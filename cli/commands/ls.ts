import type { Run } from '#cli/command.ts';
import { EXIT } from '#cli/exit-code.ts';
import { hasData, withData } from '#cli/open-data.ts';
import { printable } from '#cli/printable.ts';
import { counted } from '#cli/quantity.ts';
import { ending } from '#cli/report.ts';
import type { Execution } from '#core/execution/execution.ts';

const PAGE_ROWS = 200;

/** `surf ls` */
export const run: Run = async (call) => {
  if (!hasData(call.data)) {
    if (!call.json) call.output.note(`no executions in ${call.data} yet; surf crawl URL starts one`);
    return EXIT.succeeded;
  }
  return await withData(call, async (surf) => {
    for (let next: string | undefined; ; ) {
      const page = await surf.catalog.executions(PAGE_ROWS, next);
      for (const row of page.rows) {
        if (call.json) await call.output.json(listed(row));
        else await call.output.line(lineOf(row));
      }
      if (page.next === null) return EXIT.succeeded;
      next = page.next;
    }
  });
};

const listed = (row: Execution) => ({
  execution: row.id,
  name: row.name,
  status: row.status,
  reason: row.reason,
  base: row.base ?? null,
  createdAt: new Date(row.createdAt).toISOString(),
  endedAt: row.endedAt === null ? null : new Date(row.endedAt).toISOString(),
  counts: row.counts,
  bytes: row.bytes,
  costUsd: row.costUsd,
});

function lineOf(row: Execution): string {
  const created = new Date(row.createdAt).toISOString().slice(0, 19).replace('T', ' ');
  const pages = counted(row.counts.stored + row.counts.notModified, 'page');
  return `${row.id}  ${created}  ${ending(row).padEnd(20)}  ${pages.padStart(12)}  ${printable(row.name)}`;
}
