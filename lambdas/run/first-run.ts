import * as z from 'zod';
import { hasEnded } from '#core/execution/execution.ts';
import { type FinishPorts, isFinished } from '#engine/finish/finish-execution.ts';
import { finishRun } from './finish-run.ts';
import type { MachineStep } from './machine-step.ts';
import { RunInput } from './run-input.ts';
import { type SmallRunParts, smallRun } from './small-run.ts';

/**
 * The event that begins an execution. Without `begins` it comes from a machine of an older version.
 */
export const FirstRunInput = RunInput.extend({ begins: z.literal(true).exactOptional() });
export type FirstRunInput = z.infer<typeof FirstRunInput>;

/** Starts runs of the state machine; `SfnRunner` is one. */
export interface FollowingRuns {
  start(execution: RunInput['execution'], run: number): Promise<void>;
  /** Starts a run that continues with the answer that its first state would have had. */
  continueWith(run: RunInput, answer: MachineStep): Promise<void>;
}

export type FirstRunParts = SmallRunParts & {
  readonly ports: SmallRunParts['ports'] & FinishPorts;
  readonly runs: FollowingRuns;
};

/**
 * The first run of an execution, without the state machine: carries its small waves, and finishes a
 * crawl that ends within them. A run of the machine carries the rest (ADR 86). Lambda retries the
 * function if it fails; then the watchdog starts the next run.
 *
 * An event may come twice: the second call waits for the unit that the first one has crawled, and
 * of both one wins each commit. After a crawl that is finished it does nothing.
 */
export async function firstRun(parts: FirstRunParts, { execution, run }: RunInput): Promise<void> {
  const before = await parts.ports.catalog.execution(execution);
  const step = await smallRun(parts, { execution, run });
  if (step.next === 'none') return;
  if (step.next === 'finish') {
    const ended = hasEnded(before.status);
    if (ended ? await isFinished(parts.ports, before) : await finished(parts, { execution, run })) return;
  }
  if (step.next === 'next') await parts.runs.start(execution, step.run);
  else await parts.runs.continueWith({ execution, run }, step);
}

/**
 * Finishes the crawl, if it can. After a failure the machine tries for a day; it also does if an
 * earlier call ended the crawl, because finishing may have killed that call. Deleting, and
 * registers of external links, are left to the machine's function, with its rights and its memory.
 */
async function finished({ ports, telemetry }: FirstRunParts, input: RunInput): Promise<boolean> {
  const row = await ports.catalog.execution(input.execution);
  if (row.status === 'deleting') return false;
  const { external } = (await ports.catalog.workflow(row.workflowId, row.workflowVersion)).definition;
  if (external.keep || external.checks !== null) return false;
  try {
    await finishRun({ ports, telemetry }, input);
    return true;
  } catch (error) {
    telemetry.problem('not finished', { ...input }, error);
    return false;
  }
}
