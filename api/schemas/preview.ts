import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { FailReason, SkipReason } from '#core/model/outcome.ts';
import { RecordError } from '#core/selection/records/record-lines.ts';
import type { Preview as View } from '#engine/preview/preview.ts';

const Outcome = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('page'), reason: z.null(), message: z.null() }),
    z.object({ type: z.literal('skipped'), reason: SkipReason, message: z.string().nullable() }),
    z.object({ type: z.literal('failed'), reason: FailReason, message: z.string() }),
  ])
  .openapi('PreviewOutcome', { description: 'What a crawl would make of it; `message` names rule, status or fault.' });

const Link = z
  .object({
    to: z.string(),
    kind: z.string(),
    text: z.string().nullable(),
    followed: z.boolean().openapi({ description: 'Would a crawl follow it, but for limits?' }),
    reason: SkipReason.nullable().openapi({
      description: 'Why the address does not belong to the crawl; null: it does.',
    }),
    rule: z.string().nullable().openapi({ description: 'The pattern or value that decided.' }),
    score: z.number().nullable().openapi({ description: 'On the topic of the workflow, 0 to 1; null: it has none.' }),
  })
  .openapi('PreviewLink');

/** Result that a crawl of one URL would have now. */
export const Preview = z
  .object({
    url: z.string(),
    redirects: z.array(z.object({ url: z.string(), status: z.int() })),
    outcome: Outcome,
    secretsNotSent: z.array(z.string()).openapi({
      description:
        'Secret headers of the workflow. A preview sends none of them: the site may answer otherwise in a crawl.',
    }),
    robots: z
      .object({
        obeyed: z.boolean(),
        allowed: z.boolean(),
        line: z.int().nullable(),
        pattern: z.string().nullable(),
        status: z.int().nullable(),
      })
      .nullable()
      .openapi({ description: 'Null: a rule refused the address before anything was requested, or nobody answered.' }),
    answer: z
      .object({
        url: z.string(),
        status: z.int(),
        headers: z.array(z.object({ name: z.string(), value: z.string() })),
        address: z.string().nullable().openapi({ description: 'IP address that answered.' }),
        ms: z.number(),
      })
      .nullable(),
    page: z
      .object({
        title: z.string().nullable().openapi({ description: 'At most 512 characters.' }),
        titleCut: z.boolean().openapi({ description: 'Is the page’s own title longer?' }),
        charset: z.string(),
        canonical: z.string().nullable(),
        noindex: z.boolean(),
        nofollow: z.boolean(),
        bytes: z.int(),
      })
      .nullable()
      .openapi({ description: 'Null: it is not a page.' }),
    links: z.object({
      total: z.int(),
      items: z.array(Link).openapi({ description: 'The first 1,000 in the order of the page.' }),
    }),
    record: z
      .record(z.string(), z.unknown())
      .nullable()
      .openapi({ description: 'What the selection policy takes; null when no rule applies.' }),
    recordErrors: z.array(described(RecordError, 'RecordError')),
  })
  .openapi('Preview');
export type Preview = z.infer<typeof Preview>;

export const previewOf = ({ redirects, answer, links, recordErrors, secretsNotSent, ...rest }: View): Preview => ({
  ...rest,
  redirects: [...redirects],
  secretsNotSent: [...secretsNotSent],
  answer: answer === null ? null : { ...answer, headers: [...answer.headers] },
  links: { total: links.total, items: [...links.items] },
  recordErrors: [...recordErrors],
});
