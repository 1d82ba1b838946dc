import { useState } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { toProblem } from '../session/problem.ts';

/** State of a user action. */
export interface Mutation {
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly mutate: (action: () => Promise<unknown> | unknown) => Promise<void>;
}

/**
 * Runs an action and tracks its state.
 *
 * @param explain turns an exception into a problem
 * @default toProblem
 */
export function useMutation(explain: (error: unknown) => Problem = toProblem): Mutation {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const mutate = async (action: () => Promise<unknown> | unknown): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(explain(error));
    }
    setBusy(false);
  };
  return { busy, problem, mutate };
}
