import * as z from 'zod';
import { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * A saved workflow as its owner sees it: the versions themselves are in `Catalog` and never change.
 */
export const WorkflowHead = z.object({
  v: z.literal(1),
  id: WorkflowId,
  owner: z.string().min(1).max(200),
  /** Name of its newest version. */
  name: z.string(),
  /** The newest version, from 1. */
  version: z.int().positive(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type WorkflowHead = z.infer<typeof WorkflowHead>;

/**
 * Saved workflows (S1, S2): which there are, whose, and which version is the newest.
 *
 * Every adapter promises, and `test/contract/suites/workflow-store.ts` checks:
 * - `update` saves `head.version` only where the newest is one below; of calls at once exactly one
 *   returns `saved`;
 * - a version that a head names can be read from `Catalog` when the call has returned;
 * - `list` gives each head of an owner once, newest change first, when nothing is changed between.
 */
export interface WorkflowStore {
  /** Version 1 with its definition. @throws SurfError STATE_CONFLICT when the id is taken */
  create(head: WorkflowHead, definition: Workflow): Promise<void>;
  update(head: WorkflowHead, definition: Workflow): Promise<'saved' | 'conflict'>;
  /** Null when there is none, or it was deleted. */
  head(id: WorkflowId): Promise<WorkflowHead | null>;
  /** @param owner null: everyone's @param limit at most 1,000 */
  list(owner: string | null, limit: number, next?: string): Promise<{ rows: WorkflowHead[]; next: string | null }>;
  /**
   * Takes it off the list; its versions stay, because executions refer to them.
   * @param version only while this is the newest
   */
  delete(id: WorkflowId, version?: number): Promise<'deleted' | 'conflict' | 'missing'>;
}
