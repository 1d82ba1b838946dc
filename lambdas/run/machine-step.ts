import type { Archive } from '#core/archive/archive.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { encodeLines } from '#core/bytes/json-lines.ts';
import { MAX_INLINE_UNITS } from '#core/cost/transitions.ts';
import type { Step } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { RunInput } from './run-input.ts';

/** Map that carries a wave: by the number of its units, or always the same one. */
export const MAP_FORMS = ['auto', 'inline', 'distributed'] as const;
export type MapForm = (typeof MAP_FORMS)[number];

/** The next run that the state machine starts. */
interface NextRun {
  readonly execution: ExecutionId;
  /** Number and name of the run: `<execution>-<number>`. */
  readonly run: number;
  readonly name: string;
}

/** A next run that starts at once. */
export type HandOver = NextRun & { readonly next: 'next' };

/**
 * Answer of `advance` to the state machine: all that its states read, below 2 KB for any size of
 * the crawl.
 */
export type MachineStep =
  | (NextRun & {
      readonly next: 'inline';
      readonly wave: number;
      readonly plan: string;
      /** Function that crawls the units. */
      readonly worker: string;
      readonly units: readonly number[];
    })
  | (NextRun & {
      readonly next: 'distributed';
      readonly worker: string;
      /** Object with one ticket a line. */
      readonly tickets: string;
    })
  | (NextRun & { readonly next: 'wait' /** ISO 8601 UTC. */; readonly until: string })
  | HandOver
  | { readonly next: 'finish'; readonly execution: ExecutionId; readonly run: number }
  | { readonly next: 'none' };

export interface StepContext {
  readonly archive: Archive;
  readonly execution: ExecutionId;
  /** The current run. */
  readonly run: number;
  readonly mapForm: MapForm;
  /** Name of the function with workers of that memory. */
  readonly workerOf: (memoryMb: number) => string;
}

export const runAfter = ({ execution, run }: RunInput): NextRun => ({
  execution,
  run: run + 1,
  name: `${execution}-${run + 1}`,
});

/**
 * Turns a step into an answer for the machine. Writes the tickets of a wave that is too large for
 * an inline map; after a crash it writes the same ones again.
 */
export async function machineStep(step: Step, context: StepContext): Promise<MachineStep> {
  const { execution, run } = context;
  if (step.type === 'end') {
    return step.status === 'superseded' ? { next: 'none' } : { next: 'finish', execution, run };
  }
  const following = runAfter({ execution, run });
  if (step.type === 'wait') return { next: 'wait', ...following, until: new Date(step.until).toISOString() };
  const worker = context.workerOf(step.memoryMb);
  const numbers = Array.from({ length: step.units }, (_, unit) => unit);
  if (isInline(step.units, context.mapForm)) {
    return { next: 'inline', ...following, wave: step.wave, plan: step.plan, worker, units: numbers };
  }
  const tickets = ticketsObject(step.plan);
  const lines = numbers.map((unit): UnitTicket => ({ execution, wave: step.wave, unit, plan: step.plan }));
  await context.archive.put(tickets, [encodeLines(lines)]);
  return { next: 'distributed', ...following, worker, tickets };
}

const isInline = (units: number, form: MapForm): boolean =>
  form === 'auto' ? units <= MAX_INLINE_UNITS : form === 'inline';

/** Key of the tickets, beside the plan, so that both are kept and deleted together. */
const ticketsObject = (plan: string): string => plan.replace(/[^/]+$/, 'tickets.jsonl');
