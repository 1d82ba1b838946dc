import type { ExecutionItem, Task } from '#api/client/schema.ts';
import { FAIL_REASON_TABLE, REASON_TABLE, SKIP_REASON_TABLE } from '#core/model/reason-table.ts';

/** The tone of a state: colour and shape of its badge. */
export type Tone = 'good' | 'busy' | 'calm' | 'warn' | 'bad';

export type Status = ExecutionItem['status'];

/** True if the execution can still change without a user's action. */
export const isLive = (status: Status): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting' || status === 'deleting';

/** True if only a user can restart the execution. */
export const hasEnded = (status: Status): boolean =>
  status === 'succeeded' || status === 'limited' || status === 'stopped' || status === 'failed';

/**
 * True if `resume` continues it, with new limits if a limit ended it. A paused one keeps its
 * limits.
 */
export const isResumable = ({ status, reason }: Pick<ExecutionItem, 'status' | 'reason'>): boolean =>
  status === 'limited' || status === 'stopped' || (status === 'failed' && reason === 'advance');

const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  queued: 'calm',
  running: 'busy',
  waiting: 'busy',
  paused: 'warn',
  succeeded: 'good',
  limited: 'good',
  stopped: 'warn',
  failed: 'bad',
  deleting: 'calm',
};
export const statusTone = (status: Status): Tone => STATUS_TONES[status] ?? 'calm';

/** Label and tone of an execution: its status, or `interrupted` if its driver is gone. */
export interface StatusLabel {
  readonly label: Status | 'interrupted';
  readonly tone: Tone;
}

export const statusLabel = ({ status, driver }: Pick<ExecutionItem, 'status' | 'driver'>): StatusLabel =>
  driver === 'gone' ? { label: 'interrupted', tone: 'warn' } : { label: status, tone: statusTone(status) };

const STATE_TONES: Readonly<Record<Task['state'], Tone>> = {
  scheduled: 'calm',
  active: 'busy',
  succeeded: 'good',
  failed: 'bad',
  timedOut: 'bad',
  interrupted: 'warn',
  skipped: 'warn',
};
/** `scheduled` and `interrupted` are pending tasks, before and after the end. */
export const stateLabel = (state: string): string => STATE_LABELS[state] ?? state;
const STATE_LABELS: Readonly<Record<string, string>> = {
  scheduled: 'pending',
  interrupted: 'pending',
  timedOut: 'timed out',
};

export const stateTone = (state: string): Tone => (STATE_TONES as Readonly<Record<string, Tone>>)[state] ?? 'calm';

/** Reasons in plain words. Views show the code as well, because docs and API use it. */
export const REASON_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  REASON_TABLE.map(({ code, words }) => [code, words]),
);

export const SKIP_REASONS: readonly string[] = SKIP_REASON_TABLE.map(({ code }) => code);
export const FAIL_REASONS: readonly string[] = FAIL_REASON_TABLE.map(({ code }) => code);

const OUTCOME_LABELS: Readonly<Record<string, string>> = {
  stored: 'stored',
  notModified: 'not modified',
  duplicate: 'duplicate',
  redirected: 'redirected',
  skipped: 'skipped',
  failed: 'failed',
};
export const outcomeLabel = (outcome: string): string => OUTCOME_LABELS[outcome] ?? outcome;

/** Reasons of an end or a pause, in words. An unknown one stays as the API has it. */
const ENDING_LABELS: Readonly<Record<string, string>> = {
  budget: 'budget',
  seconds: 'time',
  bytes: 'bytes',
  storage: 'storage',
  pages: 'pages',
  pagesPerHost: 'pages per host',
  pagesPerLevel: 'pages per level',
  depth: 'depth',
  'no-seed': 'no seed led to a page',
  stuck: 'it made no progress',
  advance: 'its state could not be saved',
  'workers-not-started': 'no worker started',
  'proxy-unreachable': 'no way through the proxy',
  'network-unreachable': 'no network',
  'ignoreRobots-withdrawn': 'a right was withdrawn',
  'allowPrivateNetwork-withdrawn': 'a right was withdrawn',
  'secret-missing': 'a secret is missing',
  'secret-exposed': 'a secret would be exposed',
  'secret-invalid': 'a secret is not valid',
  'secret-bound': 'a secret is bound to other origins',
  'secret-literal': 'a secret is written out',
};
export const endingLabel = (reason: string): string => ENDING_LABELS[reason] ?? reason;

const STATUS_SENTENCES: Readonly<Record<Status, string>> = {
  queued: 'Queued. The crawl has not started yet.',
  running: 'Crawling.',
  waiting: 'Waiting for hosts.',
  paused: 'Paused. Resume continues the crawl.',
  succeeded: 'Every URL in scope was processed.',
  limited: 'The crawl reached a limit. Resume it with a higher one.',
  stopped: 'A user stopped the crawl. Resume continues it.',
  failed: 'The crawl failed.',
  deleting: 'Surf is deleting the execution and its data.',
};
export function statusSentence({
  status,
  driver,
  reason,
}: Pick<ExecutionItem, 'status' | 'driver' | 'reason'>): string {
  if (driver === 'gone') return 'The process that ran this crawl is gone. Resume continues the crawl; no data is lost.';
  if (status === 'failed' && reason !== null) return `The crawl failed: ${endingLabel(reason)}.`;
  if (status === 'limited' && reason === 'storage')
    return 'The quota of storage is used up. Delete executions that nobody needs, then resume it.';
  if (status === 'limited' && reason !== null)
    return `The crawl reached its limit of ${endingLabel(reason)}. Resume it with a higher one.`;
  return STATUS_SENTENCES[status] ?? '';
}

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);
