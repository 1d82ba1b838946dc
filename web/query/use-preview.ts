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
  /** True after the first response, success or error. */
  readonly tried: boolean;
  /**
   * Runs a preview; the latest call wins.
   *
   * @param request builds the request; an exception is shown as a problem
   */
  readonly preview: (request: () => PreviewRequest) => void;
}

/** Previews URLs. @param explain turns an exception into a problem @default toProblem */
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

/** Debounce delay after the last keystroke. */
const DEBOUNCE_MS = 700;

/**
 * Calls `act` 700 ms after the last change of `text`.
 *
 * @param enabled false: a change is recorded, `act` is not called
 */
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
