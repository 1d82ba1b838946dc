import type { z } from '@hono/zod-openapi';

/** Documentation of a schema, beside its constraints. */
interface Said {
  readonly description?: string;
  readonly example?: string;
  readonly param?: { readonly name: string; readonly in: 'path' | 'query' };
}

/**
 * Adds documentation, or a component name, to a schema of core. Returns a copy: core knows no API
 * descriptions, and may be loaded before the library that adds them.
 */
export function described<Schema extends z.ZodType>(schema: Schema, said: string | Said): Schema {
  const copy: z.ZodType = schema.clone();
  return (typeof said === 'string' ? copy.openapi(said) : copy.openapi({ ...said })) as Schema;
}
