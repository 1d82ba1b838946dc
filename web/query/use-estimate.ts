import { useState } from 'react';
import { answered } from '#api/client/client.ts';
import type { Estimate, EstimateRequest, Problem } from '#api/client/schema.ts';
import { useSession } from '../session/session.tsx';
import { useMutation } from './use-mutation.ts';

export interface EstimateState {
  readonly result: Estimate | null;
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** @param request builds the request; an exception is shown as a problem */
  readonly estimate: (request: () => EstimateRequest) => void;
}

/** Estimates a workflow. @param explain turns an exception into a problem */
export function useEstimate(explain: (error: unknown) => Problem): EstimateState {
  const { client } = useSession();
  const { busy, problem, mutate } = useMutation(explain);
  const [result, setResult] = useState<Estimate | null>(null);
  const estimate = async (request: () => EstimateRequest): Promise<void> => {
    setResult(null);
    setResult(answered(await client.POST('/v1/estimate', { body: request() })) as Estimate); // openapi-fetch drops fields that are null
  };
  return { result, problem, busy, estimate: (request) => void mutate(() => estimate(request)) };
}
