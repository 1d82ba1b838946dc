import { z } from '@hono/zod-openapi';
import { SurfError } from '#core/error.ts';
import { LEAST_FIT_TOKENS, MOST_FIT_TOKENS, USUAL_FIT_TOKENS } from '#core/export/fit-markdown.ts';

/** Query parameters for the amount of a page's main text. */
export const FIT_QUERY = {
  mode: z.enum(['main', 'fit']).optional().openapi({
    description:
      'Which part of a page Markdown has: `main` is the whole main text, `fit` the best of it in `tokens`. By default `main`.',
  }),
  tokens: z.coerce
    .number()
    .int()
    .min(LEAST_FIT_TOKENS)
    .max(MOST_FIT_TOKENS)
    .optional()
    .openapi({
      description: `The most tokens that a page has with \`mode=fit\`; a token is estimated as four characters. By default ${USUAL_FIT_TOKENS}.`,
    }),
};

/**
 * @returns null for the whole main text
 * @throws SurfError REQUEST_INVALID
 */
export function fitTokensOf({
  mode,
  tokens,
}: {
  readonly mode?: 'main' | 'fit' | undefined;
  readonly tokens?: number | undefined;
}): number | null {
  if (mode === 'main' && tokens !== undefined)
    throw new SurfError('REQUEST_INVALID', 'tokens: mode=main takes the whole main text', { remedy: 'give mode=fit' });
  return mode === 'fit' ? (tokens ?? USUAL_FIT_TOKENS) : (tokens ?? null);
}
