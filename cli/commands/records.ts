import type { Call, Run } from '#cli/command.ts';
import { EXIT } from '#cli/exit-code.ts';
import { EXPORT_FORMATS } from '#cli/export-formats.ts';
import { withSupply } from '#cli/export-job.ts';
import { withExecution } from '#cli/open-place.ts';
import { SurfError } from '#core/error.ts';

/** `surf records ID`: pages and what was extracted from them, to stdout. */
export const run: Run = async (call) => {
  const { file } = EXPORT_FORMATS[formatOf(call)];
  return await withExecution(call, async (place, id) => {
    const tally = { files: 0, items: 0, bytes: 0 };
    const options = { byTarget: false, explicitPorts: false };
    const supply = await place.exports();
    await withSupply(supply, null, async (scratch) => {
      for await (const part of file({ supply, id, tally, scratch, options })) await call.output.bytes(part);
    });
    return EXIT.succeeded;
  });
};

function formatOf({ flags }: Call): 'jsonl' | 'csv' {
  const format = flags.value('format') ?? 'jsonl';
  if (format === 'jsonl' || format === 'csv') return format;
  throw new SurfError('COMMAND_USAGE', `--format ${JSON.stringify(format.slice(0, 100))} is neither jsonl nor csv`, {
    remedy: 'surf export has other formats',
  });
}
