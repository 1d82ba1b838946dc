/**
 * The part of an advance's answer that transitions depend on; of `Step`
 * (core/execution/execution.ts).
 */
interface StepSize {
  readonly type: 'crawl' | 'wait' | 'end';
  /** Units of a crawl. */
  readonly units?: number;
  readonly small?: true;
}

/** More units than this go to a Distributed Map (design.md §3). */
export const MAX_INLINE_UNITS = 40;

/**
 * State transitions of one run, by the answer of its advance (the state machine of design.md §3):
 * Begin, Advance and Choice; then Map, one CrawlUnit a unit and StartExecution, or Wait and
 * StartExecution, or the end state. A child of a Distributed Map costs one more for its start.
 * Retries and catches are not in it.
 */
export function runTransitions(step: StepSize): number {
  if (step.type === 'end') return 4;
  if (step.type === 'wait') return 5;
  const { units = 0 } = step;
  return 5 + units * unitTransitions(units);
}

/**
 * State transitions of the first run of an execution: none of its small waves and of an end; other
 * steps begin behind Advance.
 */
export function firstRunTransitions(step: StepSize): number {
  return step.type === 'end' || step.small === true ? 0 : runTransitions(step) - 1;
}

/** Transitions of each unit of a wave. @param units number of units in the wave */
export const unitTransitions = (units: number): number => (units > MAX_INLINE_UNITS ? 2 : 1);
