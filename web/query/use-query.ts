import { useCallback, useEffect, useRef, useState } from 'react';
import type { SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { toProblem } from '../session/problem.ts';
import { useSession } from '../session/session.tsx';

/**
 * State of an API query. After a failed poll, `value` is the last known value and `problem` is set.
 */
export interface QueryResult<Value> {
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  readonly refetch: () => void;
}

export interface QueryOptions<Value> {
  /** A change discards the value and runs the query again. */
  readonly key: string;
  /**
   * Milliseconds from a response to the next request; null stops polling. A hidden page sends no
   * request.
   */
  readonly pollMs?: (value: Value) => number | null;
}

interface QueryState<Value> {
  readonly key: string;
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

/** Delay after a failed poll, and while the page is hidden. */
const RETRY_MS = 5_000;

/** Queries the API on mount, and again as `pollMs` says. */
export function useQuery<Value>(
  fetchValue: (client: SurfClient) => Promise<Value>,
  options: QueryOptions<Value>,
): QueryResult<Value> {
  const { client } = useSession();
  const { key } = options;
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<QueryState<Value>>({ key, value: null, problem: null, loading: true });
  const latest = useRef({ fetchValue, options });
  latest.current = { fetchValue, options };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `refetch` changes `attempt` to run the effect again
  useEffect(() => {
    let over = false;
    let timer = 0;
    const schedule = (ms: number | null | undefined): void => {
      if (ms !== null && ms !== undefined && !over) timer = window.setTimeout(poll, ms);
    };
    const poll = async (): Promise<void> => {
      if (document.hidden) return schedule(RETRY_MS);
      try {
        const value = await latest.current.fetchValue(client);
        if (over) return;
        setState({ key, value, problem: null, loading: false });
        schedule(latest.current.options.pollMs?.(value));
      } catch (error) {
        if (over) return;
        setState((before) => ({
          key,
          value: before.key === key ? before.value : null,
          problem: toProblem(error),
          loading: false,
        }));
        schedule(latest.current.options.pollMs === undefined ? null : RETRY_MS);
      }
    };
    setState((before) =>
      before.key === key ? { ...before, loading: true } : { key, value: null, problem: null, loading: true },
    );
    void poll();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [client, key, attempt]);

  const refetch = useCallback(() => setAttempt((before) => before + 1), []);
  const current = state.key === key ? state : { value: null, problem: null, loading: true };
  return { value: current.value, problem: current.problem, loading: current.loading, refetch };
}
