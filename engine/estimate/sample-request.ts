import type { RunSettings } from '#core/execution/execution.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Sites of a sample, and the rules for it. */
export interface SampleRequest {
  readonly workflow: Workflow;
  readonly settings: RunSettings;
  /**
   * Globs, and host names with all below, that the deployment never requests.
   * @default none
   */
  readonly blocklist?: readonly string[];
  /**
   * All requests together.
   * @default 20 s, as a preview
   */
  readonly mostMs?: number;
}
