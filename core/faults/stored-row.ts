import type * as z from 'zod';
import { SurfError } from '#core/error.ts';

/** Most places of a row that an error names. */
const MOST_NAMED = 3;

/**
 * A row of a database, judged by its schema. A newer Surf may have written it: schemas gain fields
 * and words, and a database is older than any program that reads it.
 * @param what names the row in the error message, as `the workflow version`
 * @throws SurfError FORMAT_UNKNOWN with the places that the schema does not know
 */
export function storedRow<T>(what: string, schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw new SurfError('FORMAT_UNKNOWN', `this version of Surf cannot read ${what}: ${unknownPlaces(error)}`, {
    remedy: 'upgrade Surf: a newer version wrote it. If this is the newest, restore the row from a copy',
    cause: error,
  });
}

/**
 * Names the places where a value differs from its schema: `it does not know
 * definition.fetch.proxy`.
 */
export function unknownPlaces({ issues }: Pick<z.ZodError, 'issues'>): string {
  const places = issues.flatMap(({ path, ...issue }) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path],
  );
  const named = [...new Set(places.map((path) => path.join('.') || 'the whole'))];
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  return `it does not know ${named.slice(0, MOST_NAMED).join(', ')}${more}`;
}
