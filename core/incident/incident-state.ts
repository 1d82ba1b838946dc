import * as z from 'zod';
import { LASTING } from '#core/incident/incident.ts';
import { ExecutionId } from '#core/model/ids.ts';

/** A message to the operator's topic. */
export const OperatorMessage = z.object({
  /** Constant over all tries. */
  id: z.string(),
  /** One line. */
  subject: z.string(),
  text: z.string(),
});
export type OperatorMessage = z.infer<typeof OperatorMessage>;

/** An execution that the next check reads again. */
export const WatchedExecution = z.object({
  execution: ExecutionId,
  createdAt: z.number(),
  /** The part of `usd` of the state that is its cost. */
  usd: z.number().nonnegative(),
  /** Time of the failure that was reported to the operator; null: none. */
  failedAt: z.number().nullable(),
  /** Incidents of it that last, and were reported. */
  open: z.array(z.enum(LASTING)),
});
export type WatchedExecution = z.infer<typeof WatchedExecution>;

/** Result of all checks of a deployment so far, with which each incident is reported once. */
export const IncidentState = z.object({
  v: z.literal(1),
  /** Counts its writes: of two checks at once, one succeeds. */
  version: z.int().positive(),
  /** Creation of the newest execution that was looked at (epoch ms). */
  seenUntil: z.number(),
  watched: z.array(WatchedExecution),
  /** Day in UTC, and what crawls have used in it. */
  day: z.string(),
  usd: z.number().nonnegative(),
  /** The spend of the day was reported. */
  isSpendTold: z.boolean(),
  /** Messages that no subscriber has yet, the oldest first. */
  waiting: z.array(OperatorMessage),
});
export type IncidentState = z.infer<typeof IncidentState>;

/** Keeps the state of a deployment in one row. */
export interface IncidentStore {
  /** Null before the first check. */
  state(): Promise<IncidentState | null>;
  /** Writes version 1 only where there is none, version n only over n − 1. */
  saveState(state: IncidentState): Promise<'saved' | 'conflict'>;
}
