import type { Execution } from '#core/execution/execution.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** The base as it is when the execution begins. */
export interface Base {
  readonly row: Execution;
  readonly workflow: Workflow;
  /** Do both ask alike (validators.ts)? */
  readonly alike: boolean;
}
