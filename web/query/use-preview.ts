import { useEffect, useRef, useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Preview, PreviewRequest, Problem } from '#api/client/schema.ts';
import { toProblem } from '../session/problem.ts';
import { useSession } from '../session/session.tsx';

interface PreviewResult {
  readonly result: Preview | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
}

export interface PreviewState extends PreviewResult {
  /** Something was tried, whatever came out. */
  readonly tried: boolean;
  /** Of several at once, the last counts. @param request what to try; what it throws is shown like a refusal */
  readonly preview: (request: () => PreviewRequest) => void;
}

/** Tries addresses. @param explain what was thrown, as a problem @default the API's */
export function usePreview(explain: (error: unknown) => Problem = toProblem): PreviewState {
  const { client } = useSession();
  const [state, setState] = useState<PreviewResult>({ result: null, problem: null, busy: false });
  const latestRequest = useRef(0);
  const preview = async (request: () => PreviewRequest): Promise<void> => {
    latestRequest.current += 1;
    const thisRequest = latestRequest.current;
    setState((before) => ({ ...before, busy: true }));
    let next: PreviewResult;
    try {
      const result = answered(await client.POST('/v1/preview', { body: request() })) as Preview; // openapi-fetch drops fields that are null
      next = { result, problem: null, busy: false };
    } catch (error) {
      next = { result: null, problem: explain(error), busy: false };
    }
    if (latestRequest.current === thisRequest) setState(next);
  };
  return {
    ...state,
    tried: state.result !== null || state.problem !== null,
    preview: (request) => void preview(request),
  };
}

/** How long typing rests before it is tried. */
const DEBOUNCE_MS = 700;

/** Calls `act` when `text` has changed and rests, whatever else changes meanwhile. @param enabled false: changes are only noticed */
export function useDebounced(text: string, enabled: boolean, act: () => void): void {
  const latest = useRef({ enabled, act });
  latest.current = { enabled, act };
  const noticed = useRef(text);
  useEffect(() => {
    if (noticed.current === text) return;
    noticed.current = text;
    if (!latest.current.enabled) return;
    const timer = window.setTimeout(() => latest.current.act(), DEBOUNCE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
}
