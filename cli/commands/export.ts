import { resolve } from 'node:path';
import type { Call, Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import {
  type ExportTarget,
  exportTarget,
  writeDevice,
  writeFileWhole,
  writeFolderWhole,
} from '#cli/export/export-target.ts';
import { withExport, writeEntries } from '#cli/export/write-export.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes, counted } from '#cli/terminal/format.ts';
import { SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable, printableJson } from '#core/model/printable.ts';
import type { ExportJob, ExportOptions, ExportTally } from '#engine/export/export-job.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, type FormatName } from '#engine/export/formats.ts';

/** `surf export ID --format FORMAT --out PATH` */
export const run: Run = async (call) => {
  const name = formatOf(call);
  const format: ExportFormat = EXPORT_FORMATS[name];
  const options = optionsOf(call, name, format);
  const out = call.flags.value('out');
  if (out === undefined || out === '') {
    throw new SurfError('COMMAND_USAGE', 'surf export wants --out', {
      remedy: format.file === undefined ? 'give --out FOLDER' : 'give --out PATH, or --out - for stdout',
    });
  }
  return await withExecution(call, async (backend, id) => {
    const target = await exportTarget(out, { as: shapeOf(format), force: call.flags.has('force') });
    const beside = target.kind === 'file' || target.kind === 'folder' ? target.path : null;
    const place = { supply: (scratch: string) => backend.exports(scratch), beside };
    const tally = await withExport(place, { id, options }, async (job) => {
      await write(call, target, { format, job });
      return job.tally;
    });
    await report(call, { id, name, target, tally });
    return EXIT.succeeded;
  });
};

function formatOf({ flags }: Call): FormatName {
  const text = flags.value('format') ?? '';
  const format = FORMAT_NAMES.find((known) => known === text);
  if (format !== undefined) return format;
  const what = text === '' ? 'surf export wants --format' : `--format ${JSON.stringify(text.slice(0, 100))} is unknown`;
  const nearest = text === '' ? '' : `did you mean ${nearestName(text, FORMAT_NAMES)}? `;
  throw new SurfError('COMMAND_USAGE', what, { remedy: `${nearest}formats are ${FORMAT_NAMES.join(', ')}` });
}

const shapeOf = ({ file, folder }: ExportFormat): 'file' | 'folder' | 'either' =>
  folder === undefined ? 'file' : file === undefined ? 'folder' : 'either';

/** An option that the format does not know is a mistake, not a wish to be passed over. */
function optionsOf({ flags }: Call, name: FormatName, format: ExportFormat): ExportOptions {
  const by = flags.value('by');
  if (by !== undefined && by !== 'target' && by !== 'page') {
    throw new SurfError('COMMAND_USAGE', `--by ${JSON.stringify(by.slice(0, 100))} is unknown`, {
      remedy: 'links are listed --by page (the default) or --by target',
    });
  }
  const options = { byTarget: by === 'target', explicitPorts: flags.has('explicit-ports') };
  const given = [
    ['by', 'byTarget', by !== undefined],
    ['explicit-ports', 'explicitPorts', options.explicitPorts],
  ] as const;
  const wrong = given.find(([, option, isGiven]) => isGiven && format.options?.includes(option) !== true);
  if (wrong === undefined) return options;
  throw new SurfError('COMMAND_USAGE', `--${wrong[0]} is no option of the format ${name}`, {
    remedy: `leave it out; it goes with --format ${wrong[0] === 'by' ? 'links' : 'crawl-table'}`,
  });
}

async function write(
  call: Call,
  target: ExportTarget,
  { format, job }: { readonly format: ExportFormat; readonly job: ExportJob },
): Promise<void> {
  const { file, folder, lastly } = format;
  if (target.kind === 'folder') {
    if (folder) await writeFolderWhole(target.path, (path) => writeEntries(path, folder(job)), lastly);
    return;
  }
  if (file === undefined) return;
  if (target.kind === 'file') await writeFileWhole(target.path, file(job));
  else if (target.kind === 'device') await writeDevice(target.path, file(job));
  else for await (const chunk of file(job)) await call.terminal.bytes(chunk);
}

/** On stderr when the export itself went to stdout. */
async function report(
  call: Call,
  done: { id: ExecutionId; name: FormatName; target: ExportTarget; tally: ExportTally },
): Promise<void> {
  const { id, name, target, tally } = done;
  const out = target.kind === 'stdout' ? '-' : resolve(target.path);
  const line = call.json
    ? printableJson({ execution: id, format: name, out, ...tally })
    : `${counted(tally.items, EXPORT_FORMATS[name].items)}, ${bytes(tally.bytes)} in ${counted(tally.files, 'file')}: ${printable(out)}`;
  if (target.kind === 'stdout') call.terminal.note(line);
  else await call.terminal.line(line);
}
