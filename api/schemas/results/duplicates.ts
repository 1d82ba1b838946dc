import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { LEAST_THRESHOLD, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { ExecutionId } from '#core/model/ids.ts';

const hasTwoDecimals = (threshold: number): boolean => Number(threshold.toFixed(2)) === threshold;

export const DuplicatesQuery = z.strictObject({
  threshold: z.coerce
    .number()
    .min(LEAST_THRESHOLD)
    .max(1)
    .refine(hasTwoDecimals, 'has more than two decimals')
    .default(USUAL_THRESHOLD)
    .openapi({
      description: 'Share of the runs of five words that two pages must have in common, with two decimals at most.',
    }),
  against: described(ExecutionId, {
    description: 'An earlier execution: only pages that it has not are compared, each with its pages.',
    example: 'x0mk3r9a1b2c3d4e5f6',
  }).optional(),
});

const count = z.int().nonnegative();

/** One line of the answer: the summary first, then the pages, group by group. */
export const DuplicateLineSchema = z
  .object({
    type: z.enum(['summary', 'page']),
    schema: z.literal(1).optional().openapi({ description: 'The summary has it: the version of the lines.' }),
    execution: z.string().optional(),
    threshold: z.number().optional(),
    pages: count.optional().openapi({ description: 'The summary has it: pages with words that were compared.' }),
    complete: z.boolean().optional().openapi({
      description:
        'The summary has it: false where the crawl has more than a million pages, of which the later ones were left out.',
    }),
    groups: count.optional(),
    duplicates: count.optional().openapi({
      description: 'The summary has it: pages in groups, without the first of each.',
    }),
    against: z.string().optional().openapi({
      description:
        'The summary of a comparison has it; then `pages` and `duplicates` count pages that this execution has not.',
    }),
    group: z.int().positive().optional().openapi({ description: 'Number of the group: 1, 2, …' }),
    url: z.string().optional(),
    of: z.string().nullable().optional().openapi({ description: 'The first page of the group; null: it is this one.' }),
    similarity: z.number().min(0).max(1).optional().openapi({
      description:
        'Share of the runs of five words that the page and `of` have in common. It can be below the threshold where a third page of the group links the two.',
    }),
    earlier: z.boolean().optional().openapi({
      description: 'Lines of comparisons have it: whether the page is of the earlier execution.',
    }),
  })
  .openapi('DuplicateLine');
