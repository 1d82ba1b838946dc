import type { Call, Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { EXPORT_FORMATS } from '#cli/export/export-formats.ts';
import { withSupply } from '#cli/export/export-job.ts';
import type { ExportSupply } from '#cli/export/export-supply.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import type { PageLine } from '#core/export/page-line.ts';

/** `surf records ID`: pages and what was extracted from them, to stdout. */
export const run: Run = async (call) => {
  const format = formatOf(call);
  const { file } = EXPORT_FORMATS[format];
  return await withExecution(call, async (backend, id) => {
    const tally = { files: 0, items: 0, bytes: 0 };
    const options = { byTarget: false, explicitPorts: false };
    const settled = await backend.exports();
    const exports = format === 'jsonl' ? withRunning(settled) : settled; // CSV has no column that says so
    const supply = call.flags.has('errors') ? withErrorsOnly(exports) : exports;
    await withSupply(supply, null, async (scratch) => {
      for await (const part of file({ supply, id, tally, scratch, options })) await call.terminal.bytes(part);
    });
    return EXIT.succeeded;
  });
};

/** Pages of the wave that runs, too. */
const withRunning = (supply: ExportSupply): ExportSupply =>
  withPages(supply, (of) => supply.pages({ ...of, running: true }));

/** Pages whose records have errors. */
const withErrorsOnly = (supply: ExportSupply): ExportSupply => withPages(supply, (of) => faulty(supply.pages(of)));

/** Other pages; all else as before. */
const withPages = (supply: ExportSupply, pages: ExportSupply['pages']): ExportSupply => ({
  pages,
  definition: (id) => supply.definition(id),
  warc: (id) => supply.warc(id),
  links: (id) => supply.links(id),
  linksWithText: (of) => supply.linksWithText(of),
  kept: (of) => supply.kept(of),
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
