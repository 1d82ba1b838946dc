import { useEffect } from 'react';
import type { QueryResult } from './use-query.ts';

const LOOK_MS = 2_000;

/** Codes for answers that a deployment first prepares in a function. */
const MADE_FIRST: ReadonlySet<string> = new Set([
  'INDEX_BUILDING',
  'COMPARISON_RUNNING',
  'AUDIT_RUNNING',
  'DUPLICATES_RUNNING',
  'EXPORT_RUNNING',
]);

/** Repeats the request while a deployment prepares the answer. @returns true while it does */
export function usePolling({ problem, refetch }: Pick<QueryResult<unknown>, 'problem' | 'refetch'>): boolean {
  const building = problem !== null && MADE_FIRST.has(problem.code) ? problem : null; // each answer is another object
  useEffect(() => {
    if (building === null) return;
    const timer = window.setTimeout(refetch, LOOK_MS);
    return () => window.clearTimeout(timer);
  }, [building, refetch]);
  return building !== null;
}
