import type { ExecutionItem, Task } from '#api/client/schema.ts';

/** How something is doing: the colour and the sign of its badge. */
export type Tone = 'good' | 'busy' | 'calm' | 'warn' | 'bad';

export type Status = ExecutionItem['status'];

/** Statuses of executions in which something may still happen by itself. */
export const isLive = (status: Status): boolean =>
  status === 'queued' || status === 'running' || status === 'waiting' || status === 'deleting';

/** Nothing happens any more, unless somebody asks for it. */
export const hasEnded = (status: Status): boolean =>
  status === 'succeeded' || status === 'limited' || status === 'stopped' || status === 'failed';

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

/** How an execution is shown: by its status, or as `interrupted` when what drove it is gone. */
export interface Shown {
  readonly word: Status | 'interrupted';
  readonly tone: Tone;
}

export const shownAs = ({ status, driver }: Pick<ExecutionItem, 'status' | 'driver'>): Shown =>
  driver === 'gone' ? { word: 'interrupted', tone: 'warn' } : { word: status, tone: statusTone(status) };

const STATE_TONES: Readonly<Record<Task['state'], Tone>> = {
  scheduled: 'calm',
  active: 'busy',
  succeeded: 'good',
  failed: 'bad',
  timedOut: 'bad',
  interrupted: 'warn',
  skipped: 'warn',
};
export const stateTone = (state: string): Tone => (STATE_TONES as Readonly<Record<string, Tone>>)[state] ?? 'calm';

/** What reasons mean, in words for people who do not know the rules. The key stays visible beside it: docs and API speak of it. */
export const REASONS: Readonly<Record<string, string>> = {
  'invalid-url': 'not an address that can be asked for',
  scheme: 'neither http nor https, or not one of the workflow’s schemes',
  'url-too-long': 'the address is longer than the workflow allows',
  'blocked-address': 'an address of a private network, or a port of another service',
  blocklist: 'on the blocklist of this deployment',
  blacklist: 'on the workflow’s blacklist',
  excluded: 'matches one of the workflow’s exclude patterns',
  'outside-scope': 'does not belong to the sites of the crawl',
  'not-included': 'matches none of the workflow’s include patterns',
  'not-selected': 'is not found by the workflow’s URL selector',
  extension: 'has a file extension that the workflow ignores',
  nofollow: 'the page asks not to follow the link',
  robots: 'robots.txt of the host forbids it',
  trap: 'looks like one of endlessly many addresses',
  'content-type': 'is no page by its media type',
  'too-large': 'is larger than one page may be',
  'too-many-redirects': 'redirects more often than the workflow allows',
  dns: 'the host’s name is not known',
  connect: 'no connection to the host',
  tls: 'no trustworthy encryption with the host',
  timeout: 'the host took too long',
  reset: 'the host broke the connection off',
  truncated: 'the answer ended too early',
  protocol: 'the answer is not HTTP',
  decode: 'the answer’s compression is broken',
  'http-4xx': 'the host says: not here, or not for you',
  'http-5xx': 'the host has an error of its own',
  blocked: 'a bot wall stands before the site',
  'robots-unreachable': 'robots.txt cannot be had, so nothing may be asked',
  'no-room': 'it made room for other hosts each time',
  'worker-died': 'the worker died each time it tried',
  stuck: 'the work made no progress',
  internal: 'an error of Surf',
};

export const SKIP_REASONS = Object.keys(REASONS).slice(0, 17);
export const FAIL_REASONS = Object.keys(REASONS).slice(17);

const OUTCOMES: Readonly<Record<string, string>> = {
  stored: 'stored',
  notModified: 'not modified',
  duplicate: 'duplicate',
  redirected: 'redirected',
  skipped: 'skipped',
  failed: 'failed',
};
export const outcomeWord = (outcome: string): string => OUTCOMES[outcome] ?? outcome;

const ENDS: Readonly<Record<Status, string>> = {
  queued: 'Waits for its first step.',
  running: 'Is crawling.',
  waiting: 'Waits for hosts.',
  paused: 'Rests; resume goes on where it stopped.',
  succeeded: 'Everything in scope was visited.',
  limited: 'It met a limit. Resume it with a higher one.',
  stopped: 'Somebody stopped it. Resume crawls on from there.',
  failed: 'Could not go on.',
  deleting: 'Is being deleted, with everything it kept.',
};
export const statusSentence = ({ status, driver }: Pick<ExecutionItem, 'status' | 'driver'>): string =>
  driver === 'gone' ? 'Nothing drives it; resume takes it up where it was. Nothing is lost.' : (ENDS[status] ?? '');

export const sum = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, one) => all + one, 0);
