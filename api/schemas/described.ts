import type { z } from '@hono/zod-openapi';

/** What the description says of a schema, beside what it allows. */
interface Said {
  readonly description?: string;
  readonly example?: string;
  readonly param?: { readonly name: string; readonly in: 'path' | 'query' };
}

/**
 * A schema of core with what the description says of it, or its name as a component. A copy,
 * because core knows nothing of descriptions, and may be loaded before the library that adds them.
 */
export function described<Schema extends z.ZodType>(schema: Schema, said: string | Said): Schema {
  const copy: z.ZodType = schema.clone();
  return (typeof said === 'string' ? copy.openapi(said) : copy.openapi({ ...said })) as Schema;
}
