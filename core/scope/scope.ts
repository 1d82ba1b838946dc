import * as z from 'zod';
import { MAX_URL_LENGTH } from '#core/url/url-length.ts';

/** Most characters of a pattern or expression. */
export const MAX_EXPRESSION_BYTES = 1024;

/** A list of patterns. */
export const patterns = z.array(z.string().min(1).max(MAX_EXPRESSION_BYTES)).max(1_000);

export const Scope = z.strictObject({
  mode: z
    .enum(['any', 'domain', 'host', 'path'])
    .default('host')
    .describe(
      "host: the seeds' hosts; domain: the longest common suffix of the seeds of a registrable domain; path: below the seeds' directories; any: everything.",
    ),
  urlSelector: z
    .string()
    .min(1)
    .max(MAX_EXPRESSION_BYTES)
    .nullable()
    .default(null)
    .describe('RE2 expression, unanchored, over the whole URL: only what it finds is followed. Seeds are exempt.'),
  include: patterns
    .default([])
    .describe(
      'Patterns (globs, path globs, `re:` expressions): only what one of them matches is followed; empty = everything. Seeds are exempt.',
    ),
  exclude: patterns.default([]).describe('Patterns of URLs that are not crawled, seeds included.'),
  blacklist: patterns
    .default([])
    .describe('Patterns, or bare host names (with all hosts below), of what is never requested, seeds included.'),
  ignoreExtensions: z
    .array(z.string().regex(/^[A-Za-z0-9]{1,20}$/))
    .max(200)
    .default([])
    .describe('File extensions of the path that are not followed, without dot, any case. Seeds are exempt.'),
  schemes: z
    .array(z.enum(['http', 'https']))
    .min(1)
    .default(['http', 'https'])
    .describe('Schemes that are crawled.'),
  maxUrlLength: z
    .int()
    .min(1)
    .max(MAX_URL_LENGTH)
    .default(2_083)
    .describe('Characters of a URL; a longer one is skipped(url-too-long).'),
});
export type Scope = z.infer<typeof Scope>;
