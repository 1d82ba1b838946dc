import { resolve } from 'node:path';
import type { Call, Run } from '#cli/command.ts';
import { EXIT } from '#cli/exit-code.ts';
import { type ExportTally, linkLines, oneWarc, pageLines, warcFolder } from '#cli/export-files.ts';
import { type Chunks, type ExportTarget, exportTarget, writeDevice, writeFileWhole } from '#cli/export-target.ts';
import { withExecution } from '#cli/open-data.ts';
import { printable, printableJson } from '#cli/printable.ts';
import { bytes, counted } from '#cli/quantity.ts';
import type { Embedded } from '#cli/wiring.ts';
import { SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import { nearestName } from '#core/workflow/nearest-name.ts';
import { exportPages } from '#engine/export-jsonl.ts';
import { exportLinks } from '#engine/export-links.ts';
import { exportWarc } from '#engine/export-warc.ts';

const FORMATS = ['warc', 'jsonl', 'links'] as const;
type Format = (typeof FORMATS)[number];

const ITEMS: Readonly<Record<Format, string>> = { warc: 'response', jsonl: 'page', links: 'link' };

/** `surf export ID --format warc|jsonl|links --out PATH` */
export const run: Run = async (call) => {
  const format = formatOf(call);
  const out = call.flags.value('out');
  if (out === undefined || out === '') {
    throw new SurfError('COMMAND_USAGE', 'surf export wants --out', {
      remedy: 'give --out PATH, or --out - for stdout',
    });
  }
  return await withExecution(call, async (surf, id) => {
    const target = await exportTarget(out, { folders: format === 'warc', force: call.flags.has('force') });
    const tally: ExportTally = { files: 0, items: 0, bytes: 0 };
    if (target.kind === 'folder') await warcFolder(target.path, exportWarc(surf, id), tally);
    else await write(call, target, chunksOf(surf, { id, format, tally }));
    await report(call, { id, format, target, tally });
    return EXIT.succeeded;
  });
};

function formatOf({ flags }: Call): Format {
  const text = flags.value('format') ?? '';
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  const what = text === '' ? 'surf export wants --format' : `--format ${JSON.stringify(text.slice(0, 100))} is unknown`;
  const nearest = text === '' ? '' : `did you mean ${nearestName(text, FORMATS)}? `;
  throw new SurfError('COMMAND_USAGE', what, { remedy: `${nearest}formats are ${FORMATS.join(', ')}` });
}

function chunksOf(surf: Embedded, wanted: { id: ExecutionId; format: Format; tally: ExportTally }): Chunks {
  const { id, format, tally } = wanted;
  if (format === 'warc') return oneWarc(exportWarc(surf, id), tally);
  return format === 'jsonl' ? pageLines(exportPages(surf, id), tally) : linkLines(exportLinks(surf, id), tally);
}

async function write(call: Call, target: Exclude<ExportTarget, { kind: 'folder' }>, chunks: Chunks): Promise<void> {
  if (target.kind === 'file') await writeFileWhole(target.path, chunks);
  else if (target.kind === 'device') await writeDevice(target.path, chunks);
  else for await (const chunk of chunks) await call.output.bytes(chunk);
}

/** On stderr when the export itself went to stdout. */
async function report(
  call: Call,
  done: { id: ExecutionId; format: Format; target: ExportTarget; tally: ExportTally },
): Promise<void> {
  const { id, format, target, tally } = done;
  const out = target.kind === 'stdout' ? '-' : resolve(target.path);
  const line = call.json
    ? printableJson({ execution: id, format, out, ...tally })
    : `${counted(tally.items, ITEMS[format])}, ${bytes(tally.bytes)} in ${counted(tally.files, 'file')}: ${printable(out)}`;
  if (target.kind === 'stdout') call.output.note(line);
  else await call.output.line(line);
}
