import { selectionFaults } from '#core/selection/faults/selection-faults.ts';
import { checkedWorkflow } from '#core/workflow/parsing/checked-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/**
 * Checks a workflow and fills in its preset and all defaults. Seeds and sitemaps become fetch URLs,
 * duplicates among them collapse to the first; depth-first order makes parallelism 1 where it is
 * not given.
 *
 * @param value plain data: a document, a request's body
 * @throws SurfError one code per kind of fault: `WORKFLOW_INVALID`, `SEED_MISSING`, `SEED_INVALID`,
 * `SEEDS_TOO_MANY`, `FIELD_UNKNOWN`, `FIELD_INVALID`, `EXPRESSION_INVALID`, `HEADER_FORBIDDEN`. The
 * first fault gives code and remedy; the message names up to five others
 */
export const checkWorkflow = (value: unknown): Workflow => checkedWorkflow(value, selectionFaults);
