import { z } from '@hono/zod-openapi';

/** Header of what is given in parts, too. */
export const ByteRange = z.object({
  range: z
    .string()
    .max(100)
    .optional()
    .openapi({ description: 'One range of bytes; others are passed over.', example: 'bytes=1024-2047' }),
});
