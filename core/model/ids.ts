import * as z from 'zod';

/** `w` and 12 or more of [0-9a-z]. */
export const WorkflowId = z
  .string()
  .regex(/^w[0-9a-z]{8,40}$/, 'is not an id of a workflow')
  .brand('WorkflowId');
export type WorkflowId = z.infer<typeof WorkflowId>;

/** `x` and 8 or more of [0-9a-z]; time-ordered when made by start-execution. */
export const ExecutionId = z
  .string()
  .regex(/^x[0-9a-z]{8,40}$/, 'is not an id of an execution')
  .brand('ExecutionId');
export type ExecutionId = z.infer<typeof ExecutionId>;
