import type { RunSettings } from '#core/execution/execution.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Of which sites a sample is made, and under which rules. */
export interface SampleRequest {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /**
   * Of the deployment: globs, and host names with all below, that are never asked.
   * @default none
   */
  readonly blocklist?: readonly string[];
  /**
   * All requests together.
   * @default 20 s, as a preview
   */
  readonly mostMs?: number;
}
