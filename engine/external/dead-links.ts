import { codeOf } from '#core/error.ts';
import type { ExternalPage } from '#core/external/external-view.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ListPorts, listExternal } from '#engine/external/list-external.ts';

/** An external link that a check found dead. */
export interface DeadLink {
  readonly url: string;
  /** HTTP status, or the reason why no answer came. */
  readonly detail: string;
}

/** Links that are read together. */
const LIMIT = 1_000;

/** The dead links of the register that holds for an execution; none where it keeps none. */
export async function* deadLinks(ports: ListPorts, id: ExecutionId): AsyncGenerator<DeadLink> {
  const row = await ports.catalog.execution(id);
  yield* deadLinksOf((next) =>
    listExternal(ports, row, { state: 'dead', limit: LIMIT, ...(next !== null && { next }) }),
  );
}

/** @param pageBehind a page of the list of dead links; `next` of the one before, null: the first */
export async function* deadLinksOf(
  pageBehind: (next: string | null) => Promise<Pick<ExternalPage, 'items' | 'next'>>,
): AsyncGenerator<DeadLink> {
  for (let next: string | null = null; ; ) {
    const page: Awaited<ReturnType<typeof pageBehind>> = await pageBehind(next).catch(noneKept);
    for (const { url, check } of page.items) yield { url, detail: String(check?.status ?? check?.reason ?? 'dead') };
    if (page.next === null) return;
    ({ next } = page);
  }
}

function noneKept(error: unknown): Pick<ExternalPage, 'items' | 'next'> {
  if (codeOf(error) === 'OUTPUT_NOT_KEPT') return { items: [], next: null };
  throw error;
}
