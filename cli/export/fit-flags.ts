import type { Call } from '#cli/args/command.ts';
import { SurfError } from '#core/error.ts';
import { LEAST_FIT_TOKENS, MOST_FIT_TOKENS, USUAL_FIT_TOKENS } from '#core/export/fit-markdown.ts';

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
