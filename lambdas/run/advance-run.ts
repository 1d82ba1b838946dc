import type { Archive } from '#core/archive/archive.ts';
import { invocationUsage } from '#core/cost/lambda.ts';
import { costOf, type Prices } from '#core/cost/prices.ts';
import type { Commit } from '#core/execution/catalog.ts';
import type { Execution, Step } from '#core/execution/execution.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { METRIC } from '../telemetry/metrics.env.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { type MachineStep, type MapForm, machineStep } from './machine-step.ts';
import type { RunInput } from './run-input.ts';

export interface AdvanceRunParts {
  readonly ports: AdvancePorts & { readonly archive: Archive };
  readonly telemetry: Telemetry;
  readonly mapForm: MapForm;
  readonly workerOf: (memoryMb: number) => string;
}

/** Cost of milliseconds of `advance`, in USD. @param memoryMb of its function */
export const advanceUsd =
  (memoryMb: number, prices: Prices) =>
  (ms: number): number =>
    costOf(invocationUsage(memoryMb, ms), prices).total;

/** Figures of a committed wave. */
interface WaveFigures {
  readonly pages: number;
  readonly usd: number;
}

/**
 * Closes the wave that ran and plans the next, for the state machine; reports the figures of the
 * wave.
 * @param crawled wave that this run has seen crawled
 */
export async function advanceRun(
  parts: AdvanceRunParts,
  { execution, run }: RunInput,
  crawled?: number,
): Promise<{ readonly step: Step; readonly answer: MachineStep }> {
  const { ports, telemetry, mapForm, workerOf } = parts;
  const closed: WaveFigures[] = [];
  const committed = (before: Execution, commit: Commit): number => closed.push(figuresOf(before, commit));
  const step = await advance({ ...ports, committed }, execution, run, crawled);
  const answer = await machineStep(step, { archive: ports.archive, execution, run, mapForm, workerOf });
  for (const { pages, usd } of closed) {
    telemetry.count({ [METRIC.waves]: 1, [METRIC.pages]: pages, [METRIC.spend]: usd });
  }
  const end = step.type === 'end' ? { status: step.status, reason: step.reason } : {};
  telemetry.line('advance', { execution, run, next: answer.next, ...closed[0], ...end });
  return { step, answer };
}

const figuresOf = (before: Execution, commit: Commit): WaveFigures => ({
  pages: pagesOf(commit) - pagesOf(before),
  usd: Math.max(0, commit.costUsd - before.costUsd),
});

const pagesOf = ({ counts }: Pick<Execution, 'counts'>): number => counts.stored + counts.notModified;
