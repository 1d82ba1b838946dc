import type { Archive } from '#core/archive/archive.ts';
import type { CollectionFreshness } from '#core/collection/collection-freshness.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Counts, Execution, ExecutionStatus } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { newestFirst } from '#engine/overview/newest-first.ts';

/**
 * An execution of a collection; what it knew is null of the first one, which began with nothing.
 */
export interface LifeTick {
  readonly execution: ExecutionId;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly status: ExecutionStatus;
  readonly counts: Counts;
  readonly pages: number | null;
  readonly due: number | null;
  readonly gone: number | null;
  /** Absent in ticks of versions that did not estimate it. */
  readonly freshness: CollectionFreshness | null;
}

export interface LifeRequest {
  readonly workflow: WorkflowId;
  readonly owner: string | undefined;
  /** Ticks, at most. */
  readonly limit: number;
}

/** Newest executions that are searched for those of the workflow. */
const MOST_LISTED = 5_000;

/**
 * The executions of a workflow with what each knew of its collection when it began, the newest
 * first. Takes one read for each.
 */
export async function collectionLife(
  { catalog, archive }: { readonly catalog: Pick<Catalog, 'executions'>; readonly archive: Archive },
  { workflow, owner, limit }: LifeRequest,
): Promise<LifeTick[]> {
  const ticks: LifeTick[] = [];
  for await (const row of newestFirst(catalog, { owner, most: MOST_LISTED })) {
    if (row.workflowId !== workflow) continue;
    ticks.push(await tickOf(archive, row));
    if (ticks.length >= limit) break;
  }
  return ticks;
}

async function tickOf(archive: Archive, { id, createdAt, status, counts, frontier }: Execution): Promise<LifeTick> {
  const head = frontier === null ? null : await readJson<Frontier>(archive, frontier, 'lists');
  const { pages = null, due = null, gone = null, freshness = null } = head?.collection ?? {};
  return { execution: id, createdAt, status, counts, pages, due, gone, freshness };
}
