import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { Outcome, TaskState } from '#core/model/outcome.ts';

const time = z.iso.datetime().nullable();

/** One URL of an execution. */
export const Task = z
  .object({
    execution: z.string().openapi({ description: 'The execution that the task is of.' }),
    key: z
      .string()
      .openapi({ description: 'Key of the URL. A page that is stored has it as its name in `/pages/{key}`.' }),
    url: z.string(),
    state: described(TaskState, {
      description:
        '`scheduled`, `active` and `interrupted` tasks are pending: to come, under way, and left over when the execution has ended.',
    }),
    provisional: z.boolean().openapi({
      description: 'True until the outcome is settled: the page can still turn out to be a duplicate.',
    }),
    outcome: z.enum(Outcome.options.map(({ shape }) => shape.type.value)).nullable(),
    reason: z.string().nullable().openapi({ description: 'Why it was skipped or failed.' }),
    status: z.int().nullable().openapi({ description: 'HTTP status of the last answer.' }),
    level: z.int().nonnegative(),
    contentType: z.string().nullable(),
    bytes: z.number().nullable().openapi({ description: 'Size of the decoded body.' }),
    cut: z.boolean().openapi({ description: 'Are these the first bytes of a larger page?' }),
    title: z.string().nullable().openapi({ description: 'At most 512 characters.' }),
    titleCut: z.boolean().openapi({ description: 'Is the page’s own title longer?' }),
    via: z
      .string()
      .nullable()
      .openapi({ description: 'Where it was found first, or what redirected to it; null for seeds.' }),
    attempts: z.int().nonnegative(),
    startedAt: time,
    endedAt: time,
    redirectsTo: z.string().nullable().openapi({
      description: 'URL that it redirects to; null: it does not, or the target is not settled.',
    }),
    linksDropped: z.int().nonnegative().openapi({
      description: 'Links of the page that were not read: it brings more new addresses than one page may.',
    }),
    errors: z.array(z.object({ code: z.string(), message: z.string(), at: z.iso.datetime() })),
  })
  .openapi('Task');
