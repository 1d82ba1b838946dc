import * as z from 'zod';
import { faultOf } from '#core/audit/source-rules.ts';
import { ExecutionId } from '#core/model/ids.ts';
import type { Outcome, SkipReason } from '#core/model/outcome.ts';
import type { ExternalState } from '#core/scope/external/external-rules.ts';

/**
 * Does an external link lead anywhere? `unknown`: robots.txt, a bot wall, a refusal, or a fault of
 * this machine hides it.
 */
export const CheckState = z.enum(['alive', 'dead', 'unknown']);
export type CheckState = z.infer<typeof CheckState>;

/** The last answer to an external link. Times are epoch ms. */
export const ExternalCheck = z.object({
  state: CheckState,
  /** HTTP status, of the last redirect's target; null: no answer came. */
  status: z.int().nullable(),
  /** Reason why it is dead or unknown: one of a task's. Absent: alive. */
  reason: z.string().max(40).optional(),
  at: z.number(),
  /** The first answer of this state, without another state between. */
  since: z.number(),
  /** The execution that requested it. */
  execution: ExecutionId,
});
export type ExternalCheck = z.infer<typeof ExternalCheck>;

/** The link answered, and the answer is not a page for Surf. */
const ANSWERED: ReadonlySet<SkipReason> = new Set(['content-type', 'too-large']);

/** State of an address, by the outcome of its task. */
export function checkStateOf(settled: {
  readonly outcome: Outcome;
  readonly status: number | null;
}): Pick<ExternalCheck, 'state' | 'reason'> {
  const { outcome } = settled;
  switch (outcome.type) {
    case 'stored':
    case 'notModified':
    case 'duplicate':
      return { state: 'alive' };
    case 'redirected': // its end is not settled
      return { state: 'unknown', reason: 'redirected' };
    case 'skipped': {
      const { reason } = outcome;
      if (ANSWERED.has(reason)) return { state: 'alive' };
      return { state: reason === 'too-many-redirects' ? 'dead' : 'unknown', reason };
    }
    case 'failed':
      return { state: faultOf(settled) === null ? 'unknown' : 'dead', reason: outcome.reason };
  }
}

/** The newer of two answers; the order in which they come does not matter. */
export function laterCheck(known: ExternalCheck | undefined, answer: ExternalCheck): ExternalCheck {
  if (known === undefined) return answer;
  const [older, newer] = answer.at > known.at ? [known, answer] : [answer, known];
  return older.state === newer.state ? { ...newer, since: Math.min(older.since, newer.since) } : newer;
}

const DAY_MS = 86_400_000;

/** A link that is to be requested again: it is not banned, and its last answer is so old. */
export const isDue = (
  { state, check }: { readonly state: ExternalState; readonly check?: ExternalCheck | undefined },
  { days, now }: { readonly days: number; readonly now: number },
): boolean => state !== 'banned' && (check === undefined || check.at + days * DAY_MS <= now);
