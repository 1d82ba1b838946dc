import type { Call } from '#cli/args/command.ts';
import type { OpenOutput } from '#cli/export/output.ts';
import { SurfError } from '#core/error.ts';

/**
 * Checks the outputs before the crawl, so that nobody waits an hour to learn that a file exists
 * already.
 */
export async function outputsOf({ flags }: Call): Promise<OpenOutput[]> {
  const paths = flags.values('out');
  const format = flags.value('format');
  const needless = (['format', 'force', 'columns'] as const).find((name) => paths.length === 0 && flags.has(name));
  if (needless !== undefined) {
    throw new SurfError('COMMAND_USAGE', `--${needless} requires --out`, { remedy: 'add -o PATH, or leave it out' });
  }
  if (paths.length === 0) return [];
  const { hasColumns, openOutput, outputOf } = await import('#cli/export/output.ts'); // a crawl without them starts sooner
  const outputs = paths.map((path) => outputOf(path, format));
  if (flags.has('columns') && !outputs.some(hasColumns)) {
    throw new SurfError('COMMAND_USAGE', '--columns requires a file of jsonl, csv or parquet', {
      remedy: 'leave it out, or add -o pages.csv',
    });
  }
  return await Promise.all(outputs.map((output) => openOutput(output, flags.has('force'))));
}
