import type { Call } from '#cli/args/command.ts';
import { type ExportTarget, exportTarget, writeDevice, writeFileWhole } from '#cli/export/export-target.ts';
import type { Change } from '#core/diff/change.ts';
import { CHANGE_COLUMNS, changeTableHead, changeTableRow } from '#core/diff/change-table.ts';
import { SurfError } from '#core/error.ts';
import { ParquetFile } from '#core/export/tables/parquet-file.ts';
import { printableJson } from '#core/model/printable.ts';
import type { DiffSummary } from '#engine/diff/diff-executions.ts';
import type { Chunks } from '#engine/export/job/export-job.ts';

const FORMATS = ['csv', 'jsonl', 'parquet'] as const;

/** The file that `surf diff --out` writes. */
export interface DiffFile {
  readonly format: (typeof FORMATS)[number];
  readonly target: ExportTarget;
}

/** @returns null without `--out` @throws SurfError COMMAND_USAGE, OUTPUT_EXISTS */
export async function diffFile({ flags }: Call): Promise<DiffFile | null> {
  const out = flags.value('out');
  if (out === undefined) return null;
  const format = FORMATS.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (format !== undefined)
    return { format, target: await exportTarget(out, { as: 'file', force: flags.has('force') }) };
  throw new SurfError('COMMAND_USAGE', `${out.slice(0, 200)} does not say in which format to write`, {
    remedy: 'end it with .csv, .jsonl or .parquet',
  });
}

/** Writes the changes; the file appears when it is complete. */
export async function writeDiffFile(
  { format, target }: DiffFile,
  told: { readonly summary: DiffSummary; readonly changes: AsyncIterable<Change> },
): Promise<void> {
  const chunks = format === 'parquet' ? parquet(told.changes) : lines(format, told);
  if (target.kind === 'file') await writeFileWhole(target.path, chunks);
  else if (target.kind === 'device') await writeDevice(target.path, chunks);
}

async function* lines(
  format: 'csv' | 'jsonl',
  { summary, changes }: { readonly summary: DiffSummary; readonly changes: AsyncIterable<Change> },
): Chunks {
  yield format === 'csv' ? changeTableHead() : `${printableJson(summary)}\n`;
  for await (const change of changes)
    yield format === 'csv' ? changeTableRow(change) : `${printableJson({ type: 'change', ...change })}\n`;
}

async function* parquet(changes: AsyncIterable<Change>): Chunks {
  const file = new ParquetFile(CHANGE_COLUMNS);
  for await (const change of changes) {
    const bytes = await file.add(change);
    if (bytes !== null) yield bytes;
  }
  yield await file.finish();
}
