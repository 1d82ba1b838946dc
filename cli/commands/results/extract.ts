import { resolve } from 'node:path';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { Call, Run } from '#cli/args/command.ts';
import { readSelection } from '#cli/args/read-document.ts';
import { selectedFields } from '#cli/args/select-flag.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { exportTarget, writeDevice, writeFileWhole } from '#cli/export/export-target.ts';
import { withExport } from '#cli/export/write-export.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes, counted } from '#cli/terminal/format.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import { SurfError } from '#core/error.ts';
import { printable, printableJson, printableLines } from '#core/model/printable.ts';
import { checkSelection } from '#core/selection/faults/check-selection.ts';
import type { Selection } from '#core/selection/selection.ts';
import type { Chunks } from '#engine/export/job/export-job.ts';
import { extractAgain } from '#engine/pages/extract.ts';

interface Tally {
  items: number;
  bytes: number;
}

const PART_CHARACTERS = 64 * 1024;

/** `surf extract ID --selection FILE [--out PATH]` */
export const run: Run = async (call) => {
  const selection = await selectionOf(call);
  return await withExecution(call, async (backend, id) => {
    const target = await exportTarget(call.flags.value('out') ?? '-', { as: 'file', force: call.flags.has('force') });
    const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
    try {
      const tally: Tally = { items: 0, bytes: 0 };
      const extractor = extraction.extractor(selection);
      const place = {
        supply: (scratch: string) => backend.exports(scratch),
        beside: target.kind === 'file' ? target.path : null,
      };
      await withExport(place, { id }, async ({ supply }) => {
        const lines = inParts(extractAgain(await supply.kept(id), id, { selection, extractor }), tally);
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

async function* inParts(lines: AsyncIterable<string>, tally: Tally): Chunks {
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    tally.items += 1;
    if (text.length < PART_CHARACTERS) continue;
    yield shown(text, tally);
    text = '';
  }
  if (text !== '') yield shown(text, tally);
}

function shown(text: string, tally: Tally): string {
  const safe = printableLines(text);
  tally.bytes += Buffer.byteLength(safe);
  return safe;
}

/** Prints the tally; on stderr if the records went to stdout. */
async function report(call: Call, { id, out, tally }: { id: string; out: string; tally: Tally }): Promise<void> {
  const line = call.json
    ? printableJson({ execution: id, out, ...tally })
    : `${counted(tally.items, 'record')}, ${bytes(tally.bytes)}: ${printable(out)}`;
  if (out === '-') call.terminal.note(line);
  else await call.terminal.line(line);
}
