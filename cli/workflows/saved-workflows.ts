import type { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A saved workflow at its newest version. */
export interface SavedWorkflow {
  readonly id: WorkflowId;
  readonly version: number;
  readonly definition: Workflow;
}

/** The caller's own saved workflows, by their names. */
export interface SavedWorkflows {
  /** Of several with this name the one that was changed last; null: there is none. */
  find(name: string): Promise<SavedWorkflow | null>;
  create(definition: Workflow): Promise<SavedWorkflow>;
  /** @param known what the change was made from @throws SurfError VERSION_CHANGED when it was changed since */
  update(known: SavedWorkflow, definition: Workflow): Promise<SavedWorkflow>;
}
