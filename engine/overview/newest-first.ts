import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';

/** Executions that one call reads. */
const READ_AT_ONCE = 500;

export interface NewestFirst {
  /** Only executions of this user. @default everyone's */
  readonly owner?: string | undefined;
  /** Executions to look at, a multiple of 500. @default all */
  readonly most?: number;
}

/** Executions, the newest first. A reader that stops early saves the calls for the older ones. */
export async function* newestFirst(
  catalog: Pick<Catalog, 'executions'>,
  { owner, most = Number.POSITIVE_INFINITY }: NewestFirst,
): AsyncGenerator<Execution> {
  let next: string | undefined;
  for (let read = 0; read < most; read += READ_AT_ONCE) {
    const page = await catalog.executions(READ_AT_ONCE, next, owner);
    yield* page.rows;
    if (page.next === null) return;
    next = page.next;
  }
}
