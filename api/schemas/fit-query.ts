import { z } from '@hono/zod-openapi';
import { SurfError } from '#core/error.ts';
import { LEAST_FIT_TOKENS, MOST_FIT_TOKENS, USUAL_FIT_TOKENS } from '#core/export/fit-markdown.ts';
import type { ExportOptions } from '#engine/export/job/export-job.ts';

/** Query parameters for the part of a page that its Markdown has. */
export const FIT_QUERY = {
  mode: z.enum(['main', 'full', 'fit']).optional().openapi({
    description:
      'Which part of a page Markdown has: `main` is the whole main text, `fit` the best of it in `tokens`, `full` all that the page shows, with its menus. By default `main`.',
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

/** The part of a page, and the most tokens of it. */
export type TextAmount = Pick<ExportOptions, 'part' | 'fitTokens'>;

/** @throws SurfError REQUEST_INVALID */
export function textAmountOf({
  mode,
  tokens,
}: {
  readonly mode?: 'main' | 'full' | 'fit' | undefined;
  readonly tokens?: number | undefined;
}): TextAmount {
  if (tokens !== undefined && (mode === 'main' || mode === 'full'))
    throw new SurfError('REQUEST_INVALID', `tokens: mode=${mode} takes the whole text`, { remedy: 'give mode=fit' });
  if (mode === 'full') return { part: 'full', fitTokens: null };
  return { part: 'main', fitTokens: mode === 'fit' ? (tokens ?? USUAL_FIT_TOKENS) : (tokens ?? null) };
}
