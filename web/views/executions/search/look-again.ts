import { useEffect } from 'react';
import type { QueryResult } from '../../../query/use-query.ts';

const LOOK_MS = 2_000;

/** Asks again while a deployment builds the index. @returns whether it does */
export function useLookAgain<T>({ problem, refetch }: QueryResult<T>): boolean {
  const building = problem?.code === 'INDEX_BUILDING' ? problem : null; // each answer is another object
  useEffect(() => {
    if (building === null) return;
    const timer = window.setTimeout(refetch, LOOK_MS);
    return () => window.clearTimeout(timer);
  }, [building, refetch]);
  return building !== null;
}
