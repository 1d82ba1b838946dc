import * as z from 'zod';
import { ExecutionId } from '#core/model/ids.ts';
import { patterns } from '#core/scope/scope.ts';

/** The register of links that leave the scope. */
export const External = z.strictObject({
  keep: z
    .boolean()
    .default(false)
    .describe(
      'Are links that leave the scope kept, in a register that each execution of a collection adds to? See [external links](external-links.md).',
    ),
  allowed: patterns
    .default([])
    .describe('Patterns, or bare host names (with all hosts below), of links that the register calls allowed.'),
  banned: patterns
    .default([])
    .describe('Patterns, or bare host names, of links that the register calls banned, also where `allowed` matches.'),
  checks: ExecutionId.nullable()
    .default(null)
    .describe(
      'Makes the crawl a check of external links: the execution whose register gets what its requests find, see [external links](external-links.md#see-which-are-alive). A HEAD that fails is tried by GET.',
    ),
});
export type External = z.infer<typeof External>;
