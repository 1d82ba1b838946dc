import type { Call, Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { pagesChangedSince } from '#cli/export/changed-since.ts';
import { skipsNearFlag } from '#cli/export/near-duplicates-flag.ts';
import { openOutput, outputOf } from '#cli/export/output.ts';
import { runExport } from '#cli/export/run-export.ts';
import { thresholdFlag } from '#cli/export/threshold-flag.ts';
import { amountFlags, chunkFlag } from '#cli/export/token-flags.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';
import { columnNames } from '#core/export/tables/columns/chosen-columns.ts';
import { EXPORT_FORMATS, type ExportFormat, FORMAT_NAMES, type FormatName } from '#engine/export/formats.ts';
import type { ExportOptions } from '#engine/export/job/export-job.ts';

/** `surf export ID -o PATH [--format FORMAT]` */
export const run: Run = async (call) => {
  const path = call.flags.value('out') ?? '';
  if (path === '') throw withoutOutput(call.flags.value('format'));
  const output = outputOf(path, call.flags.value('format') ?? (call.flags.has('chunk') ? 'chunks' : undefined));
  const options = optionsOf(call, output.format);
  return await withExecution(call, async (backend, id) => {
    const since = call.flags.value('changed-since');
    const only = since === undefined ? null : await pagesChangedSince(backend, id, since);
    const open = await openOutput(output, call.flags.has('force'));
    const line = await runExport(call, { backend, id, output: open, options: { ...options, only, copies: null } });
    if (open.target.kind === 'stdout') call.terminal.note(line);
    else await call.terminal.line(line);
    return EXIT.succeeded;
  });
};

function withoutOutput(name: string | undefined): SurfError {
  const format: ExportFormat | undefined = Object.entries(EXPORT_FORMATS).find(([known]) => known === name)?.[1];
  const either = 'give -o pages.jsonl, or --format FORMAT with -o PATH; -o - is stdout';
  const remedy = format !== undefined && format.file === undefined ? 'give --out FOLDER' : either;
  return new SurfError('COMMAND_USAGE', 'surf export needs --out', { remedy });
}

/** Options of the format. One that it does not know is an error: Surf ignores none. */
function optionsOf(call: Call, name: FormatName): Omit<ExportOptions, 'only' | 'copies'> {
  const { flags } = call;
  const by = flags.value('by');
  const columns = flags.value('columns');
  if (by !== undefined && by !== 'target' && by !== 'page') {
    throw new SurfError('COMMAND_USAGE', `--by ${JSON.stringify(by.slice(0, 100))} is unknown`, {
      remedy: 'links are listed --by page (the default) or --by target',
    });
  }
  const options = {
    byTarget: by === 'target',
    explicitPorts: flags.has('explicit-ports'),
    threshold: thresholdFlag(call),
    columns: columns === undefined ? null : columnNames(columns),
    ...amountFlags(call),
    chunkTokens: chunkFlag(call),
    skipsNear: skipsNearFlag(call),
  };
  const given = [
    ['by', 'byTarget', by !== undefined],
    ['explicit-ports', 'explicitPorts', options.explicitPorts],
    ['mode', 'part', flags.value('mode') !== undefined],
    ['tokens', 'fitTokens', options.fitTokens !== null],
    ['chunk', 'chunkTokens', flags.has('chunk')],
    ['columns', 'columns', columns !== undefined],
    ['near-duplicates', 'skipsNear', options.skipsNear],
    ['threshold', 'threshold', flags.value('threshold') !== undefined && !options.skipsNear],
    ['changed-since', 'only', flags.has('changed-since')],
  ] as const;
  const wrong = given.find(([, option, isGiven]) => isGiven && !optionNames(name).includes(option));
  if (wrong === undefined) return options;
  const others = FORMAT_NAMES.filter((known) => optionNames(known).includes(wrong[1]));
  throw new SurfError('COMMAND_USAGE', `--${wrong[0]} is not an option of the format ${name}`, {
    remedy: `leave it out; it works with --format ${others.join(', ')}`,
  });
}

function optionNames(name: FormatName): readonly (keyof ExportOptions)[] {
  const format: ExportFormat = EXPORT_FORMATS[name];
  return format.options ?? [];
}
