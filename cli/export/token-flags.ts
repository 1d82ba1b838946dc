import type { Call } from '#cli/args/command.ts';
import { SurfError } from '#core/error.ts';
import { LEAST_FIT_TOKENS, MOST_FIT_TOKENS, USUAL_FIT_TOKENS } from '#core/export/fit-markdown.ts';
import { LEAST_CHUNK_TOKENS, MOST_CHUNK_TOKENS, USUAL_CHUNK_TOKENS } from '#core/export/text-chunks.ts';

/**
 * Tokens of `--mode fit --tokens N`; null for the whole main text.
 * @throws SurfError COMMAND_USAGE
 */
export function fitFlags({ flags }: Call): number | null {
  const tokens = flags.value('tokens');
  const mode = flags.value('mode') ?? (tokens === undefined ? 'main' : 'fit');
  if (mode !== 'main' && mode !== 'fit') {
    throw new SurfError('COMMAND_USAGE', `--mode ${JSON.stringify(mode.slice(0, 100))} is unknown`, {
      remedy: 'give main, the whole main text, or fit, the best of it in --tokens',
    });
  }
  if (mode === 'main' && tokens === undefined) return null;
  const count = tokens === undefined ? USUAL_FIT_TOKENS : /^\d{1,7}$/.test(tokens) ? Number(tokens) : 0;
  if (mode === 'fit' && count >= LEAST_FIT_TOKENS && count <= MOST_FIT_TOKENS) return count;
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
