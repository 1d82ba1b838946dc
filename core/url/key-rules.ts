import * as z from 'zod';

/** Rules that change the URL key, never the URL that is fetched. */
export const KeyRules = z.strictObject({
  sortQuery: z.boolean().default(false).describe('Does the order of query parameters not count?'),
  dropParameters: z
    .array(z.string().min(1).max(100))
    .max(200)
    .default([])
    .describe(
      'Query parameters that do not count: names (any case, `*` at the end), or the presets `sessions` (also `;jsessionid=` in the path) and `tracking`.',
    ),
  indexPage: z
    .enum(['keep', 'fold'])
    .default('keep')
    .describe('fold: `/index.html` (htm, php, asp, aspx, jsp; also `default`) is the same page as `/`.'),
  trailingSlash: z.enum(['keep', 'fold']).default('keep').describe('fold: `/a/` is the same page as `/a`.'),
});
export type KeyRules = z.infer<typeof KeyRules>;
