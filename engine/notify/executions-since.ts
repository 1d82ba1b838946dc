import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';

/** Most executions that one call lists. */
const MOST_LISTED = 5_000;
/** Rows of the first page: mostly none is new, and one row shows it. */
const FIRST = 1;
const AT_ONCE = 500;

/** Executions created after an instant (epoch ms), newest first. */
export async function executionsSince(catalog: Pick<Catalog, 'executions'>, since: number): Promise<Execution[]> {
  const found: Execution[] = [];
  let next: string | undefined;
  do {
    const page = await catalog.executions(next === undefined ? FIRST : AT_ONCE, next);
    const fresh = page.rows.filter(({ createdAt }) => createdAt > since);
    found.push(...fresh);
    next = fresh.length < page.rows.length ? undefined : (page.next ?? undefined);
  } while (next !== undefined && found.length < MOST_LISTED);
  return found;
}
