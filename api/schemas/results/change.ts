import { z } from '@hono/zod-openapi';
import { CHANGE_KINDS, CHANGED_PARTS } from '#core/diff/change.ts';
import { CHANGE_MARKS } from '#core/revisit/revisit-rules.ts';

export const ChangeQuery = z.strictObject({
  since: z.string().max(64).openapi({
    description:
      'The earlier execution, by its id; or a time of RFC 3339: the newest execution of the same name that was made by then.',
    example: 'x0mk3r9a1b2c3d4e5f6',
  }),
  kind: z.enum(CHANGE_KINDS).optional().openapi({ description: 'Only these changes; the counts are of all.' }),
  by: z.enum(CHANGE_MARKS).optional().openapi({
    description: 'Surf compares pages by their main text (the default), or by all bytes.',
  }),
  links: z.enum(['true', 'false']).optional().openapi({
    description: 'true: Surf also compares the links of pages whose bytes differ. It reads both bodies.',
  }),
});

const count = z.int().nonnegative();

/** One line of the answer: the summary first, then one change per line. */
export const DiffLineSchema = z
  .object({
    type: z.enum(['summary', 'change']),
    before: z.string().optional(),
    after: z.string().optional(),
    complete: z.boolean().optional().openapi({
      description: 'The summary has it: false where the later execution can have missed pages, which are unknown then.',
    }),
    counts: z
      .object({
        added: count,
        removed: count,
        moved: count,
        changed: count,
        unknown: count,
        unchanged: count,
        byBytes: count,
        unread: count.openapi({
          description:
            'Pages that differ in bytes and were not read: a server reads 2,000. Surf names no fields of those that a tick kept.',
        }),
        redirect: count,
        status: count,
        linksAdded: count.openapi({ description: 'Links that the changed pages have gained; 0 without `links=true`.' }),
        linksRemoved: count,
      })
      .optional(),
    kind: z.enum(CHANGE_KINDS).optional(),
    url: z.string().optional(),
    title: z.string().nullable().optional(),
    was: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: 'Lines of the kind `added` have it: why it was not a page before.' }),
    reason: z.string().optional().openapi({
      description:
        'Why it is not a page: gone, redirected, duplicate or unlinked for `removed`; a reason, or not-reached, for `unknown`.',
    }),
    status: z.int().nullable().optional().openapi({ description: 'Status of the later answer.' }),
    statusBefore: z
      .int()
      .optional()
      .openapi({ description: 'Lines of the kind `status` have it: the status of the earlier answer.' }),
    to: z.string().nullable().optional().openapi({
      description: 'Where it redirects to now: for `redirect`, and for `removed` with the reason redirected.',
    }),
    toBefore: z
      .string()
      .nullable()
      .optional()
      .openapi({ description: 'Lines of the kind `redirect` have it: the target before.' }),
    from: z.string().optional().openapi({ description: 'Lines of the kind `moved` have it: the address before.' }),
    what: z.array(z.enum(CHANGED_PARTS)).optional(),
    fields: z.array(z.string()).optional().openapi({ description: 'Fields of the record that differ.' }),
    links: z
      .object({ added: count, removed: count, addedUrls: z.array(z.string()), removedUrls: z.array(z.string()) })
      .optional()
      .openapi({ description: 'Links that differ, with `links=true`: counts, and the first 50 addresses of each.' }),
  })
  .openapi('DiffLine');
