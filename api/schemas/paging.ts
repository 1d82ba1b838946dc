import { z } from '@hono/zod-openapi';

/** Rows of one page, by default and at most. */
const USUAL_ROWS = 100;
export const MOST_ROWS = 1_000;

/** Query parameters of every list. */
export const Paging = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_ROWS)
    .default(USUAL_ROWS)
    .openapi({ param: { name: 'limit', in: 'query' }, description: 'Most items of the answer.' }),
  next: z
    .string()
    .max(2_000)
    .optional()
    .openapi({
      param: { name: 'next', in: 'query' },
      description: 'Cursor from the previous answer, as it was given.',
    }),
});

/** A page of a list. `next` is null on the last page; earlier pages may be short or empty. */
export const pageOf = <Item extends z.ZodType>(item: Item, name: string) =>
  z.object({ items: z.array(item), next: z.string().nullable() }).openapi(name);
