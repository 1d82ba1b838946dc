import { resolve } from 'node:path';
import type { Call } from '#cli/args/command.ts';
import type { Backend } from '#cli/backend/backend.ts';
import { type ExportTarget, writeDevice, writeFileWhole, writeFolderWhole } from '#cli/export/export-target.ts';
import type { OpenOutput } from '#cli/export/output.ts';
import { withExport, writeEntries } from '#cli/export/write-export.ts';
import { bytes, counted } from '#cli/terminal/format.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { printable, printableJson } from '#core/model/printable.ts';
import { EXPORT_FORMATS, type ExportFormat, type FormatName } from '#engine/export/formats.ts';
import type { ExportJob, ExportOptions, ExportTally } from '#engine/export/job/export-job.ts';

/** Parameters of one export. */
export interface ExportRun {
  readonly backend: Backend;
  readonly id: ExecutionId;
  readonly output: OpenOutput;
  readonly options?: ExportOptions;
}

/** Writes one export of an execution. @returns one line about it, JSON with `--json` */
export async function runExport(call: Call, { backend, id, output, options }: ExportRun): Promise<string> {
  const { format: name, target } = output;
  const format: ExportFormat = EXPORT_FORMATS[name];
  const beside = target.kind === 'file' || target.kind === 'folder' ? target.path : null;
  const place = { supply: (scratch: string) => backend.exports(scratch), beside };
  const tally = await withExport(place, { id, ...(options !== undefined && { options }) }, async (whole) => {
    const job = whole.options.skipsNear
      ? await (await import('#engine/duplicates/duplicate-report.ts')).withoutNearCopies(whole)
      : whole;
    await write(call, target, { format, job });
    return job.tally;
  });
  return lineOf({ id, name, target, tally }, call.json);
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

function lineOf(
  { id, name, target, tally }: { id: ExecutionId; name: FormatName; target: ExportTarget; tally: ExportTally },
  asJson: boolean,
): string {
  const out = target.kind === 'stdout' ? '-' : resolve(target.path);
  return asJson
    ? printableJson({ execution: id, format: name, out, ...tally })
    : `${counted(tally.items, EXPORT_FORMATS[name].items)}, ${bytes(tally.bytes)} in ${counted(tally.files, 'file')}: ${printable(out)}${textlessWords(tally)}`;
}

/** An empty document would look like an empty page. */
function textlessWords({ textless = 0 }: ExportTally): string {
  if (textless === 0) return '';
  const [have, it] = textless === 1 ? ['has', 'it'] : ['have', 'them'];
  return `\n${counted(textless, 'page')} ${have} no text: a browser may build ${it}, and Surf runs no JavaScript`;
}
