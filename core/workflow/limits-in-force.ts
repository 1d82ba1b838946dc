import type { Limits } from '#core/workflow/limits.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** Limits that apply to an execution: a level of a sample is a step of its walks, and no depth. */
export const limitsInForce = (
  { limits, order }: Pick<Workflow, 'limits' | 'order'>,
  resumed: { readonly [K in keyof Limits]?: Limits[K] | undefined },
): Limits => ({ ...limits, ...resumed, ...(order === 'sample' && { depth: null }) }) as Limits;
