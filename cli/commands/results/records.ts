import type { Call, Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { recordsTable } from '#cli/export/records-table.ts';
import { withExport } from '#cli/export/write-export.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { EXPORT_FORMATS } from '#engine/export/formats.ts';
import type { ExportSupply } from '#engine/export/supply/export-supply.ts';

/** `surf records ID`: the pages with their extracted values, as a table or, piped, as lines. */
export const run: Run = async (call) => {
  const format = formatOf(call);
  const { file } = EXPORT_FORMATS[format];
  const isTable = !call.json && !call.flags.has('format') && process.stdout.isTTY === true;
  return await withExecution(call, async (backend, id) => {
    const supply = async (scratch: string): Promise<ExportSupply> => {
      const settled = await backend.exports(scratch);
      const exports = format === 'jsonl' ? withRunning(settled) : settled; // CSV has no column that says so
      return call.flags.has('errors') ? withErrorsOnly(exports) : exports;
    };
    await withExport({ supply, beside: null }, { id }, async (job) => {
      if (isTable) for await (const line of recordsTable(job.supply.pages({ id }))) await call.terminal.line(line);
      else for await (const part of file(job)) await call.terminal.bytes(part);
    });
    return EXIT.succeeded;
  });
};

/** Adds pages of the current wave. */
const withRunning = (supply: ExportSupply): ExportSupply =>
  withPages(supply, (of) => supply.pages({ ...of, running: true }));

/** Keeps only pages whose records have errors. */
const withErrorsOnly = (supply: ExportSupply): ExportSupply => withPages(supply, (of) => faulty(supply.pages(of)));

/** The supply with its pages replaced. */
const withPages = (supply: ExportSupply, pages: ExportSupply['pages']): ExportSupply => ({
  pages,
  definition: (id) => supply.definition(id),
  warc: (id) => supply.warc(id),
  links: (id) => supply.links(id),
  linksWithText: (id) => supply.linksWithText(id),
  checkedLinks: (id) => supply.checkedLinks(id),
  kept: (id) => supply.kept(id),
  close: () => supply.close(),
});

async function* faulty(pages: AsyncIterable<PageLine>): AsyncGenerator<PageLine> {
  for await (const page of pages) if ((page.recordErrors?.length ?? 0) > 0) yield page;
}

function formatOf({ flags }: Call): 'jsonl' | 'csv' {
  const format = flags.value('format') ?? 'jsonl';
  if (format === 'jsonl' || format === 'csv') return format;
  throw new SurfError('COMMAND_USAGE', `--format ${JSON.stringify(format.slice(0, 100))} is neither jsonl nor csv`, {
    remedy: 'surf export has other formats',
  });
}
