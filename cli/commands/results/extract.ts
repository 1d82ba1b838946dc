import { resolve } from 'node:path';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { readSelection } from '#cli/args/read-document.ts';
import { selectedFields } from '#cli/args/select-flag.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { FoundFields } from '#cli/crawl/empty-fields.ts';
import { exportTarget, writeDevice, writeFileWhole } from '#cli/export/export-target.ts';
import { withExport } from '#cli/export/write-export.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes, counted } from '#cli/terminal/format.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import { SurfError } from '#core/error.ts';
import { selectionFields } from '#core/export/tables/record-fields.ts';
import { type ExtractedPage, recordTableHead, recordTableRow } from '#core/export/tables/record-table.ts';
import { printable, printableJson, printableLines } from '#core/model/printable.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import type { Selection } from '#core/selection/selection.ts';
import type { Chunks } from '#engine/export/job/export-job.ts';
import { extractAgain } from '#engine/pages/extract.ts';

interface Tally {
  items: number;
  bytes: number;
  readonly found: FoundFields;
}

/** The format in which the command writes records. */
interface Form {
  /** Null: JSON lines have none. */
  readonly head: string | null;
  readonly row: (line: string, page: ExtractedPage) => string;
  /** Makes lines safe for a terminal; a table goes to a file as it is. */
  readonly safe: (text: string) => string;
}

/** Ends of names of other formats: JSON lines behind them would be taken for a broken file. */
const OTHERS = /\.(?:parquet|md|html?|xlsx?|tsv|xml|gz|wacz|zip)$/i;

const PART_CHARACTERS = 64 * 1024;

/** `surf extract ID --selection FILE [--out PATH]` */
export const run: Run = async (call) => {
  const selection = await selectionOf(call);
  const form = formOf(call.flags.value('out') ?? '-', selection);
  return await withExecution(call, async (backend, id) => {
    const target = await exportTarget(call.flags.value('out') ?? '-', { as: 'file', force: call.flags.has('force') });
    const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
    try {
      const tally: Tally = { items: 0, bytes: 0, found: new FoundFields() };
      const extractor = extraction.extractor(selection);
      const place = {
        supply: (scratch: string) => backend.exports(scratch),
        beside: target.kind === 'file' ? target.path : null,
      };
      await withExport(place, { id }, async ({ supply }) => {
        const lines = inParts(extractAgain(await supply.kept(id), id, { selection, extractor }), { form, tally });
        if (target.kind === 'file') await writeFileWhole(target.path, lines);
        else if (target.kind === 'device') await writeDevice(target.path, lines);
        else for await (const part of lines) await call.terminal.bytes(part);
      });
      await report(call, { id, out: target.kind === 'stdout' ? '-' : resolve(target.path), tally });
      return EXIT.succeeded;
    } finally {
      await extraction.close();
    }
  });
};

/** The policy of a file, together with the fields of `--select`. */
async function selectionOf({ flags }: Call): Promise<Selection> {
  const file = flags.value('selection') ?? '';
  const selected = flags.values('select');
  if (file === '' && selected.length === 0) {
    throw new SurfError('COMMAND_USAGE', 'surf extract needs --select or --selection', {
      remedy: 'for example --select title=h1; docs/reference/selection.md lists the fields of a selection policy',
    });
  }
  const policy = file === '' ? {} : ((await readSelection(file)) as { readonly fields?: object });
  if (selected.length === 0) return checkSelection(policy);
  return checkSelection({ ...policy, fields: { ...policy.fields, ...selectedFields(selected) } });
}

/** @throws SurfError COMMAND_USAGE for the name of a file of another format */
function formOf(out: string, selection: Selection): Form {
  if (OTHERS.test(out)) {
    throw new SurfError('COMMAND_USAGE', `surf extract does not write the format of ${out.slice(0, 200)}`, {
      remedy: 'end it with .csv for a table, or with .jsonl for JSON lines',
    });
  }
  if (!/\.csv$/i.test(out)) return { head: null, row: (line) => `${line}\n`, safe: printableLines };
  const fields = selectionFields(selection);
  return { head: recordTableHead(fields), row: (_, page) => recordTableRow(fields, page), safe: (text) => text };
}

async function* inParts(
  lines: AsyncIterable<string>,
  { form, tally }: { readonly form: Form; readonly tally: Tally },
): Chunks {
  let text = form.head ?? '';
  for await (const line of lines) {
    const page = JSON.parse(line) as ExtractedPage;
    text += form.row(line, page);
    tally.items += 1;
    tally.found.add(page.record);
    if (text.length < PART_CHARACTERS) continue;
    yield weighed(form.safe(text), tally);
    text = '';
  }
  if (text !== '') yield weighed(form.safe(text), tally);
}

function weighed(text: string, tally: Tally): string {
  tally.bytes += Buffer.byteLength(text);
  return text;
}

/** Prints the tally; on stderr if the records went to stdout. */
async function report(call: Call, { id, out, tally }: { id: string; out: string; tally: Tally }): Promise<void> {
  const line = call.json
    ? printableJson({ execution: id, out, items: tally.items, bytes: tally.bytes })
    : `${counted(tally.items, 'record')}, ${bytes(tally.bytes)}: ${printable(out)}`;
  if (!call.json) for (const empty of tally.found.emptyLines(id)) call.terminal.note(empty);
  if (out === '-') call.terminal.note(line);
  else await call.terminal.line(line);
}
