import { useState } from 'react';
import type { Problem } from '#api/client/schema.ts';
import { problemOf } from './problem.ts';

/** Something that was asked for by a click. */
export interface Doing {
  readonly busy: boolean;
  readonly problem: Problem | null;
  readonly perform: (action: () => Promise<unknown> | unknown) => Promise<void>;
}

/** One thing at a time, and what went wrong with it. @param explain what was thrown, as a problem @default the API's */
export function useDoing(explain: (error: unknown) => Problem = problemOf): Doing {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const perform = async (action: () => Promise<unknown> | unknown): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(explain(error));
    }
    setBusy(false);
  };
  return { busy, problem, perform };
}
