import * as z from 'zod';
import { FAIL_REASON_TABLE, SKIP_REASON_TABLE } from '#core/model/reason-table.ts';
import { UrlKey } from '#core/url/url-key.ts';

/**
 * Reasons why a URL is not a page of this crawl. The list is in the order of the table;
 * `precedence` there tells which reason wins.
 */
export const SKIP_REASONS = SKIP_REASON_TABLE.map(({ code }) => code);
export const SkipReason = z.enum(SKIP_REASONS);
export type SkipReason = z.infer<typeof SkipReason>;

/** Reasons why a URL could not be fetched, after all tries. */
export const FAIL_REASONS = FAIL_REASON_TABLE.map(({ code }) => code);
export const FailReason = z.enum(FAIL_REASONS);
export type FailReason = z.infer<typeof FailReason>;

/** Reasons to defer a task; they settle nothing. */
export const DEFER_REASONS = [
  'delay',
  'crawl-delay',
  'bandwidth',
  'retry-after',
  'back-off',
  'lease',
  'address',
  'proxy-gone',
  'network-gone',
  'robots-unreachable',
  'window',
  'rate',
  'room',
  'unit-time',
] as const;
export const DeferReason = z.enum(DEFER_REASONS);
export type DeferReason = z.infer<typeof DeferReason>;

/**
 * A verdict about a URL before it is fetched: `null` admits it. `rule` names the line, pattern or
 * entry that decided.
 */
export const Verdict = z.object({ reason: SkipReason.nullable(), rule: z.string().max(200).optional() });
export type Verdict = z.infer<typeof Verdict>;

/**
 * The outcome of a task. Every task gets exactly one; `deferred` is not among them, because it
 * settles nothing.
 */
export const Outcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stored') }),
  z.object({ type: z.literal('notModified') }),
  /** Same digest as the page `of`, which has the lower rank. */
  z.object({ type: z.literal('duplicate'), of: UrlKey }),
  /** `to` is the key of the target, which takes this task's slot when it is new. */
  z.object({ type: z.literal('redirected'), to: UrlKey }),
  z.object({ type: z.literal('skipped'), reason: SkipReason, rule: z.string().max(200).optional() }),
  z.object({ type: z.literal('failed'), reason: FailReason }),
]);
export type Outcome = z.infer<typeof Outcome>;

/** User-visible task states (design.md §2). */
export const TaskState = z.enum(['scheduled', 'active', 'succeeded', 'failed', 'timedOut', 'interrupted', 'skipped']);
export type TaskState = z.infer<typeof TaskState>;

/**
 * Filter of a list of tasks: a state, or `pending`, which is each state without an outcome.
 */
export const WantedState = z.enum(['pending', ...TaskState.options]);
export type WantedState = z.infer<typeof WantedState>;

export const isWanted = (state: TaskState, wanted: WantedState): boolean =>
  wanted === 'pending' ? !isSettledState(state) : state === wanted;

/**
 * The word that users read for a state: a task that is still to come, and one that a limit left
 * over, are `pending`.
 */
export const stateWord = (state: string): string =>
  state === 'scheduled' || state === 'interrupted' ? 'pending' : state;

/** States of tasks that have an outcome. */
export const isSettledState = (state: WantedState): boolean =>
  state === 'succeeded' || state === 'failed' || state === 'timedOut' || state === 'skipped';

/** The state that a settled task shows. */
export function stateOfOutcome(outcome: Outcome): TaskState {
  if (outcome.type === 'skipped') return 'skipped';
  if (outcome.type === 'failed') return outcome.reason === 'timeout' ? 'timedOut' : 'failed';
  return 'succeeded';
}
