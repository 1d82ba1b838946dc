import { type Execution, hasEnded } from '#core/execution/execution.ts';

/** Has it come to the end that was asked for, or to one of its own? */
export const isHalted = ({ status, desired }: Pick<Execution, 'status' | 'desired'>): boolean =>
  hasEnded(status) && (status !== 'paused' || desired === 'pause');
