import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { GROUP_BY, NAMINGS } from '#core/audit/group-by.ts';
import { ISSUE_CODES } from '#core/audit/issue-kinds.ts';
import { LEAST_THRESHOLD, USUAL_THRESHOLD } from '#core/content/near/threshold.ts';
import { ExecutionId } from '#core/model/ids.ts';

const hasTwoDecimals = (threshold: number): boolean => Number(threshold.toFixed(2)) === threshold;

export const DuplicatesQuery = z.strictObject({
  by: z.enum(GROUP_BY).default('text').openapi({
    description:
      'What pages of a group have in common: nearly the same text; the address that they name as their canonical; or links between language versions.',
  }),
  threshold: z.coerce
    .number()
    .min(LEAST_THRESHOLD)
    .max(1)
    .refine(hasTwoDecimals, 'has more than two decimals')
    .optional()
    .openapi({
      description: `By text: share of the runs of five words that two pages must have in common, with two decimals at most; ${USUAL_THRESHOLD} without.`,
    }),
  against: described(ExecutionId, {
    description: 'By text: an earlier execution; only pages that it has not are compared, each with its pages.',
    example: 'x0mk3r9a1b2c3d4e5f6',
  }).optional(),
});

const count = z.int().nonnegative();

const GroupIssueSchema = z.object({
  code: z.enum(ISSUE_CODES),
  detail: z.string(),
  from: z.string().nullable().openapi({ description: 'The page that names this one; null: this page has the fault.' }),
});

/** One line of the answer: the summary first, then the pages, group by group. */
export const DuplicateLineSchema = z
  .object({
    type: z.enum(['summary', 'page']),
    schema: z.literal(1).optional().openapi({ description: 'The summary has it: the version of the lines.' }),
    execution: z.string().optional(),
    by: z.enum(NAMINGS).optional().openapi({ description: 'The summary has it, but of groups by text.' }),
    threshold: z.number().optional().openapi({ description: 'The summary of groups by text has it.' }),
    pages: count.optional().openapi({
      description: 'The summary has it: pages with words that were compared; or HTML pages that were read.',
    }),
    complete: z.boolean().optional().openapi({
      description:
        'The summary of groups by text has it: false where the crawl has more than a million pages, of which the later ones were left out.',
    }),
    groups: count.optional(),
    duplicates: count.optional().openapi({
      description: 'The summary of groups by text has it: pages in groups, without the first of each.',
    }),
    members: count.optional().openapi({
      description: 'The other summaries have it: addresses in groups, without the first of each.',
    }),
    withIssues: count.optional().openapi({
      description: 'These summaries have it: groups in which an address has an issue.',
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
        'By text: share of the runs of five words that the page and `of` have in common. It can be below the threshold where a third page of the group links the two.',
    }),
    earlier: z.boolean().optional().openapi({
      description: 'Lines of comparisons have it: whether the page is of the earlier execution.',
    }),
    crawled: z.boolean().optional().openapi({
      description:
        'By canonical and hreflang: false where a page or sitemap names the address, and the crawl did not request it.',
    }),
    language: z.string().nullable().optional().openapi({
      description: 'By hreflang: the language by which a sitemap or another page names this one; null: none does.',
    }),
    issues: z.array(GroupIssueSchema).optional().openapi({
      description: 'By canonical and hreflang: the first 20 issues that the audit finds at this address.',
    }),
  })
  .openapi('DuplicateLine');
