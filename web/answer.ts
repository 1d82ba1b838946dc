import { useCallback, useEffect, useRef, useState } from 'react';
import type { SurfClient } from '#api/client/client.ts';
import type { Problem } from '#api/client/schema.ts';
import { problemOf } from './problem.ts';
import { useSession } from './session.tsx';

/** What is known of something that was asked for. A failed poll keeps the value: `problem` says that it is old. */
export interface Answer<Value> {
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
  readonly again: () => void;
}

export interface AskOptions<Value> {
  /** Asked anew when it changes; what was known of another key is forgotten. */
  readonly key: string;
  /** Milliseconds from an answer to the next question; null: once. Nothing is asked while the page is hidden. */
  readonly pollMs?: (value: Value) => number | null;
}

interface Known<Value> {
  readonly key: string;
  readonly value: Value | null;
  readonly problem: Problem | null;
  readonly loading: boolean;
}

/** After a poll that failed. */
const RETRY_MS = 5_000;

/** Asks the API, now and as often as `pollMs` says. */
export function useAnswer<Value>(
  ask: (client: SurfClient) => Promise<Value>,
  options: AskOptions<Value>,
): Answer<Value> {
  const { client } = useSession();
  const { key } = options;
  const [turn, setTurn] = useState(0);
  const [known, setKnown] = useState<Known<Value>>({ key, value: null, problem: null, loading: true });
  const latest = useRef({ ask, options });
  latest.current = { ask, options };

  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing reads `turn`; that it changed is why `again` asks once more
  useEffect(() => {
    let over = false;
    let timer = 0;
    const later = (ms: number | null | undefined): void => {
      if (ms !== null && ms !== undefined && !over) timer = window.setTimeout(look, ms);
    };
    const look = async (): Promise<void> => {
      if (document.hidden) return later(RETRY_MS);
      try {
        const value = await latest.current.ask(client);
        if (over) return;
        setKnown({ key, value, problem: null, loading: false });
        later(latest.current.options.pollMs?.(value));
      } catch (error) {
        if (over) return;
        setKnown((before) => ({
          key,
          value: before.key === key ? before.value : null,
          problem: problemOf(error),
          loading: false,
        }));
        later(latest.current.options.pollMs === undefined ? null : RETRY_MS);
      }
    };
    setKnown((before) =>
      before.key === key ? { ...before, loading: true } : { key, value: null, problem: null, loading: true },
    );
    void look();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [client, key, turn]);

  const again = useCallback(() => setTurn((before) => before + 1), []);
  const current = known.key === key ? known : { value: null, problem: null, loading: true };
  return { value: current.value, problem: current.problem, loading: current.loading, again };
}
