import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { ISSUE_STATES } from '#core/audit/issue.ts';
import { ISSUE_CODES, SEVERITIES } from '#core/audit/issue-kinds.ts';
import { ExecutionId } from '#core/model/ids.ts';

const Code = z.enum(ISSUE_CODES);

export const AuditQuery = z.strictObject({
  compare: described(ExecutionId, {
    description: 'An earlier execution: each issue gets its state.',
    example: 'x0mk3r9a1b2c3d4e5f6',
  }).optional(),
  kind: Code.optional().openapi({ description: 'Only issues of this kind; the counts are of all.' }),
  severity: z.enum(SEVERITIES).optional().openapi({ description: 'Only this severity, and graver ones.' }),
  state: z.enum(ISSUE_STATES).optional().openapi({
    description: 'With `compare`: only issues in this state; the counts are of all.',
  }),
});

const count = z.int().nonnegative();
const counts = z.object({ issues: count, urls: count });

/** One line of the answer: the summary first, then one issue per line. */
export const AuditLineSchema = z
  .object({
    type: z.enum(['summary', 'issue']),
    schema: z.literal(1).optional().openapi({ description: 'The summary has it: the version of the lines.' }),
    execution: z.string().optional(),
    complete: z.boolean().optional().openapi({
      description: 'The summary has it: false where a limit, a pause or a stop ended the crawl.',
    }),
    pages: count.optional().openapi({ description: 'The summary has it: HTML pages that were read.' }),
    severities: z.object({ error: count, warning: count, notice: count }).optional(),
    counts: z.partialRecord(Code, counts).optional(),
    unchecked: z.array(Code).optional().openapi({
      description:
        'The summary has it: kinds that Surf did not look for. Near duplicates of crawls of more than 2,000 pages (20,000 at a deployment), which `surf audit` finds.',
    }),
    externalLinks: z
      .object({ notJudged: count, isRegistered: z.boolean(), checks: z.string().nullable() })
      .optional()
      .openapi({
        description:
          'The summary has it: linked URLs of other hosts that neither the crawl nor a check requested, whether the workflow registers external links, and the execution whose links this one checks.',
      }),
    compared: z
      .object({ with: z.string(), new: count, remaining: count, mended: count, unknown: count })
      .optional()
      .openapi({ description: 'The summary of a comparison has it.' }),
    code: Code.optional(),
    severity: z.enum(SEVERITIES).optional(),
    url: z.string().optional(),
    detail: z.string().optional().openapi({ description: 'The fault in a few words.' }),
    from: z.string().nullable().optional().openapi({ description: 'The page, sitemap or redirect that names `url`.' }),
    text: z.string().nullable().optional().openapi({ description: 'Text of the link.' }),
    state: z.enum(ISSUE_STATES).optional().openapi({ description: 'Lines of comparisons have it.' }),
  })
  .openapi('AuditLine');
