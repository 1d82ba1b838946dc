import { z } from '@hono/zod-openapi';
import type { ArchivedPage } from '#engine/pages/archived-page.ts';

/** Status line and headers of an archived answer. */
export const ArchivedHead = z
  .object({
    url: z.string().openapi({ description: 'The address that was requested.' }),
    fetchedAt: z.iso.datetime().nullable(),
    status: z.int(),
    statusText: z.string(),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .openapi({ description: 'In the order in which they were sent.' }),
    charset: z.string().openapi({ description: 'Encoding Standard name, as the crawl read it.' }),
    bytes: z.int().nonnegative().openapi({ description: 'Size of the body without Content-Encoding.' }),
  })
  .openapi('ArchivedHead');
export type ArchivedHead = z.infer<typeof ArchivedHead>;

export const headOf = ({ answer, charset, body }: ArchivedPage): ArchivedHead => ({
  url: answer.url,
  fetchedAt: answer.date,
  status: answer.status,
  statusText: answer.statusText,
  headers: answer.headers.map(([name, value]) => ({ name, value })),
  charset,
  bytes: body.length,
});
