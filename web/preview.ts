import { useEffect, useRef, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Preview, PreviewRequest, Problem } from '#api/client/schema.ts';
import { problemOf } from './problem.ts';
import { useSession } from './session.tsx';

interface Shown {
  readonly result: Preview | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
}

export interface Previewing extends Shown {
  /** Something was tried, whatever came out. */
  readonly tried: boolean;
  /** Of several at once, the last counts. @param request what to try; what it throws is shown like a refusal */
  readonly look: (request: () => PreviewRequest) => void;
}

/** Tries addresses. @param explain what was thrown, as a problem @default the API's */
export function usePreview(explain: (error: unknown) => Problem = problemOf): Previewing {
  const { client } = useSession();
  const [shown, setShown] = useState<Shown>({ result: null, problem: null, busy: false });
  const turn = useRef(0);
  const look = async (request: () => PreviewRequest): Promise<void> => {
    turn.current += 1;
    const mine = turn.current;
    setShown((before) => ({ ...before, busy: true }));
    let next: Shown;
    try {
      const result = answered(await client.POST('/v1/preview', { body: request() })) as Preview; // openapi-fetch drops fields that are null
      next = { result, problem: null, busy: false };
    } catch (error) {
      next = { result: null, problem: explain(error), busy: false };
    }
    if (turn.current === mine) setShown(next);
  };
  return {
    ...shown,
    tried: shown.result !== null || shown.problem !== null,
    look: (request) => void look(request),
  };
}

/** How long typing rests before it is tried. */
const REST_MS = 700;

/** Calls `act` when `text` has changed and rests, whatever else changes meanwhile. @param wanted false: changes are only noticed */
export function useRest(text: string, wanted: boolean, act: () => void): void {
  const latest = useRef({ wanted, act });
  latest.current = { wanted, act };
  const noticed = useRef(text);
  useEffect(() => {
    if (noticed.current === text) return;
    noticed.current = text;
    if (!latest.current.wanted) return;
    const timer = window.setTimeout(() => latest.current.act(), REST_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
}
