import { z } from '@hono/zod-openapi';

/** Request header of routes that also answer with parts. */
export const ByteRange = z.object({
  range: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: 'One range of bytes; others are passed over.', example: 'bytes=1024-2047' }),
});
