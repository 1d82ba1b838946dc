import type { WorkflowId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A saved workflow in its newest version. */
export interface SavedWorkflow {
  readonly id: WorkflowId;
  readonly version: number;
  readonly definition: Workflow;
}

/** The caller's saved workflows, by name. */
export interface SavedWorkflows {
  /** The most recently changed workflow of this name, or null. */
  find(name: string): Promise<SavedWorkflow | null>;
  create(definition: Workflow): Promise<SavedWorkflow>;
  /**
   * @param known the version that the change is based on
   * @throws SurfError VERSION_CHANGED if there is a newer version
   */
  update(known: SavedWorkflow, definition: Workflow): Promise<SavedWorkflow>;
}
