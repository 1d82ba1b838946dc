import { codeOf } from '#core/error.ts';
import type { ExternalPage } from '#core/external/external-view.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ListPorts, listExternal } from '#engine/external/list-external.ts';

/** An external link of which a check knows whether its target is there. */
export interface CheckedLink {
  readonly url: string;
  /** HTTP status of a dead link, or the reason why no answer came; null: the link is alive. */
  readonly dead: string | null;
}

const STATES = ['alive', 'dead'] as const;
type CheckedState = (typeof STATES)[number];

/** Links that are read together. */
const LIMIT = 1_000;

/** The checked links of the register that holds for an execution; none where it keeps none. */
export async function* checkedLinks(ports: ListPorts, id: ExecutionId): AsyncGenerator<CheckedLink> {
  const row = await ports.catalog.execution(id);
  yield* checkedLinksOf((state, next) =>
    listExternal(ports, row, { state, limit: LIMIT, ...(next !== null && { next }) }),
  );
}

/** @param pageBehind a page of the links of a state; `next` of the previous one, null: the first */
export async function* checkedLinksOf(
  pageBehind: (state: CheckedState, next: string | null) => Promise<Pick<ExternalPage, 'items' | 'next'>>,
): AsyncGenerator<CheckedLink> {
  for (const state of STATES) {
    for (let next: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof pageBehind>> = await pageBehind(state, next).catch(noneKept);
      for (const { url, check } of page.items) {
        yield { url, dead: state === 'alive' ? null : String(check?.status ?? check?.reason ?? state) };
      }
      if (page.next === null) break;
      ({ next } = page);
    }
  }
}

function noneKept(error: unknown): Pick<ExternalPage, 'items' | 'next'> {
  if (codeOf(error) === 'OUTPUT_NOT_KEPT') return { items: [], next: null };
  throw error;
}
