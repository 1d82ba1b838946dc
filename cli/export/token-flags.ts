import type { Call } from '#cli/args/command.ts';
import { SurfError } from '#core/error.ts';
import { LEAST_FIT_TOKENS, MOST_FIT_TOKENS, USUAL_FIT_TOKENS } from '#core/export/fit-markdown.ts';
import { LEAST_CHUNK_TOKENS, MOST_CHUNK_TOKENS, USUAL_CHUNK_TOKENS } from '#core/export/text-chunks.ts';
import type { ExportOptions } from '#engine/export/job/export-job.ts';

/**
 * The part of a page that `--mode` says, and of `--mode fit --tokens N` the tokens; null for all of
 * the part.
 * @throws SurfError COMMAND_USAGE
 */
export function amountFlags({ flags }: Call): Pick<ExportOptions, 'part' | 'fitTokens'> {
  const tokens = flags.value('tokens');
  const mode = flags.value('mode') ?? (tokens === undefined ? 'main' : 'fit');
  if (mode !== 'main' && mode !== 'full' && mode !== 'fit') {
    throw new SurfError('COMMAND_USAGE', `--mode ${JSON.stringify(mode.slice(0, 100))} is unknown`, {
      remedy: 'give main, the whole main text, fit, the best of it in --tokens, or full, all that the page shows',
    });
  }
  if (mode !== 'fit' && tokens === undefined) return { part: mode, fitTokens: null };
  const count = tokens === undefined ? USUAL_FIT_TOKENS : /^\d{1,7}$/.test(tokens) ? Number(tokens) : 0;
  if (mode === 'fit' && count >= LEAST_FIT_TOKENS && count <= MOST_FIT_TOKENS)
    return { part: 'main', fitTokens: count };
  throw new SurfError('COMMAND_USAGE', `--tokens ${JSON.stringify(tokens?.slice(0, 100))} is not possible`, {
    remedy: `give a whole number from ${LEAST_FIT_TOKENS} to ${MOST_FIT_TOKENS} with --mode fit`,
  });
}

/**
 * Most tokens of a chunk, as `--chunk N` says; 800 without the flag.
 * @throws SurfError COMMAND_USAGE
 */
export function chunkFlag({ flags }: Call): number {
  const text = flags.value('chunk');
  if (text === undefined) return USUAL_CHUNK_TOKENS;
  const tokens = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (tokens >= LEAST_CHUNK_TOKENS && tokens <= MOST_CHUNK_TOKENS) return tokens;
  throw new SurfError('COMMAND_USAGE', `--chunk ${JSON.stringify(text.slice(0, 100))} is not possible`, {
    remedy: `give the most tokens of a chunk, a whole number from ${LEAST_CHUNK_TOKENS} to ${MOST_CHUNK_TOKENS}`,
  });
}
