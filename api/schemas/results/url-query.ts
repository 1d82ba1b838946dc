import { z } from '@hono/zod-openapi';

/** The query that names a page by its address. */
export const URL_QUERY = {
  url: z
    .string()
    .min(1)
    .max(8_192)
    .openapi({ param: { name: 'url', in: 'query' } }),
};
