import { COLUMNS_FLAG, type Flag, OUTPUT_FLAGS, SELECT_FLAG } from '#cli/args/flag.ts';

/** Flags of `pause` and `stop`. */
export const HALT_FLAGS: readonly Flag[] = [{ name: 'all', value: null, help: 'every execution that has not ended' }];

export const TASK_FLAGS: readonly Flag[] = [
  {
    name: 'state',
    value: 'STATE',
    help: 'only tasks in this state: pending (to come, or left over), active, succeeded, failed, timedOut (took too long, failed in the counts), skipped',
  },
  { name: 'reason', value: 'REASON', help: 'only tasks skipped or failed for this reason' },
  { name: 'level', value: 'N', help: 'only tasks of this level' },
  { name: 'host', value: 'HOST', help: 'only tasks of this host (with or without port)' },
];

const THRESHOLD_FLAG: Flag = {
  name: 'threshold',
  value: 'SHARE',
  help: 'near duplicates: smallest share of five-word sequences in common, 0.7 to 1 (default 0.9)',
};

const NEAR_FLAG: Flag = {
  name: 'near-duplicates',
  value: 'keep|skip',
  help: 'skip leaves out pages with nearly the same text as an earlier one (default keep)',
};

export const DUPLICATES_FLAGS: readonly Flag[] = [
  {
    name: 'by',
    value: 'text|canonical|hreflang',
    help: 'nearly the same text (default), one canonical address, or links between language versions',
  },
  THRESHOLD_FLAG,
  {
    name: 'against',
    value: 'ID',
    help: 'an earlier execution: list only pages that it does not have, and compare with its pages',
  },
];

export const EXPORT_FLAGS: readonly Flag[] = [
  ...OUTPUT_FLAGS,
  {
    name: 'by',
    value: 'page|target',
    help: 'links: a line per link (default), or per target and page, with all texts',
  },
  COLUMNS_FLAG,
  {
    name: 'mode',
    value: 'main|full|fit',
    help: 'markdown: the whole main text (default), everything that the page shows, or the best of the main text in --tokens',
  },
  {
    name: 'tokens',
    value: 'N',
    help: 'markdown: maximum tokens of a page with --mode fit, 20 to 1000000 (default 800)',
  },
  {
    name: 'chunk',
    value: 'N',
    help: 'maximum tokens of a chunk; selects the format chunks, 20 to 100000 (default 800)',
  },
  {
    name: 'changed-since',
    value: 'ID|TIME',
    help: 'only pages that are new or changed since an earlier execution, or since the last one before a time',
  },
  { name: 'explicit-ports', value: null, help: 'crawl-table: http://host:80/ instead of http://host/' },
  NEAR_FLAG,
  THRESHOLD_FLAG,
];

export const DIFF_FLAGS: readonly Flag[] = [
  { name: 'kind', value: 'KIND', help: 'only these: added, removed, moved, changed, unknown, redirect or status' },
  { name: 'by', value: 'text|bytes', help: 'compare pages by their main text (text, the default) or by all bytes' },
  { name: 'links', value: null, help: 'also compare the links of pages whose bytes differ' },
  { name: 'page', value: 'URL', help: 'only this page: show the words of its main text that changed' },
  { name: 'out', short: 'o', value: 'PATH', help: 'file to write: .csv, .jsonl or .parquet' },
  { name: 'force', value: null, help: 'replace existing files' },
];

export const EXPLAIN_FLAGS: readonly Flag[] = [
  {
    name: 'facts',
    value: null,
    help: 'show the facts of the archived HTML page: canonical, languages, dates, items',
  },
];

export const HISTORY_FLAGS: readonly Flag[] = [
  { name: 'workflow', value: 'NAME', help: 'only executions of this workflow' },
];

export const AUDIT_FLAGS: readonly Flag[] = [
  { name: 'format', value: 'html|csv|jsonl', help: 'a report for people, a table, or JSON lines' },
  { name: 'out', short: 'o', value: 'PATH', help: 'file to write: .html, .csv or .jsonl; default - is stdout' },
  { name: 'force', value: null, help: 'replace existing files' },
  { name: 'kind', value: 'CODE', help: 'only issues of this kind, see docs/how-to/audit.md' },
  { name: 'severity', value: 'error|warning|notice', help: 'only issues of this severity or worse' },
  {
    name: 'fail-on',
    value: 'SEVERITY|CODE',
    help: 'exit code 3 if an issue has at least this severity (error, warning, notice) or is of this kind; repeatable',
  },
  { name: 'compare', value: 'ID', help: 'an earlier execution: which issues are new, remaining, mended' },
  { name: 'state', value: 'new|remaining|mended|unknown', help: 'with --compare: only issues in this state' },
];

export const RECORDS_FLAGS: readonly Flag[] = [
  { name: 'format', value: 'jsonl|csv', help: 'JSON lines (default), or CSV with the names of the columns first' },
  { name: 'errors', value: null, help: 'only pages whose records have errors' },
];

export const EXTERNAL_FLAGS: readonly Flag[] = [
  {
    name: 'state',
    value: 'STATE',
    help: 'only links in this state: unchecked, allowed, banned; alive, dead, unknown (with --seeds default allowed)',
  },
  { name: 'host', value: 'HOST', help: 'only links to this host (with or without port)' },
  { name: 'format', value: 'jsonl|csv', help: 'JSON lines, or CSV with the names of the columns first' },
  { name: 'seeds', value: null, help: 'print a workflow with the links as seeds, for surf run -' },
  { name: 'check', value: null, help: 'print a workflow that checks which links are alive, for surf run -' },
  { name: 'days', value: 'N', help: 'with --check: only links that had no answer for N days, 0 to 3650 (default 30)' },
];

export const SCHEDULE_FLAGS: readonly Flag[] = [
  {
    name: 'name',
    value: 'NAME',
    help: 'name of the schedule, if a workflow has several (default: default, or the only one)',
  },
  { name: 'zone', value: 'ZONE', help: 'time zone of cron, for example Europe/Berlin (default that of this machine)' },
  { name: 'from', value: 'TIME', help: 'no start before this time, for example 2026-12-01T08:00Z' },
  { name: 'until', value: 'TIME', help: 'no start after this time' },
  { name: 'jitter', value: 'SECONDS', help: 'delay each start by up to this many seconds, 0 to 3600 (default 0)' },
  {
    name: 'overlap',
    value: 'skip|queue|stop-previous',
    help: 'while the previous execution still runs: start nothing (default), one when it has ended, or stop it first',
  },
  {
    name: 'catch-up',
    value: 'none|one',
    help: 'scheduled times that passed while no server ran: skip them (default), or start one execution for all',
  },
  { name: 'check', value: null, help: 'start checks of the external links, and no crawls (name: links)' },
  { name: 'days', value: 'N', help: 'with --check: links that had no answer for N days, 0 to 3650 (default 30)' },
  { name: 'off', value: null, help: 'save it switched off' },
  { name: 'remove', value: null, help: 'remove the schedule' },
];

export const NOTIFY_FLAGS: readonly Flag[] = [
  { name: 'mine', value: null, help: 'all workflows that you may read, instead of one' },
  {
    name: 'name',
    value: 'NAME',
    help: 'name of the subscription, if a workflow has several (default: default, or the only one)',
  },
  { name: 'email', value: 'ADDRESSES', help: 'send e-mail to these addresses, with commas, instead of a webhook' },
  { name: 'topic', value: 'NAME', help: 'publish to this SNS topic, instead of a webhook (a deployment)' },
  {
    name: 'on',
    value: 'EVENTS',
    help: 'with commas: started, ended, limited, failed, budget-80, nothing-fetched, page-changed, new-pages (default ended)',
  },
  { name: 'urls', value: 'PATTERN', help: 'only pages whose URL matches, as /shop/* (page-changed, new-pages)' },
  { name: 'selector', value: 'CSS', help: 'only the text of these elements counts (page-changed)' },
  { name: 'word', value: 'TEXT', help: 'only pages on which this text appears or disappears (page-changed)' },
  { name: 'every', value: 'MINUTES', help: 'at most one message in this many minutes, 0 to 1440 (default 0)' },
  { name: 'off', value: null, help: 'save it switched off' },
  { name: 'test', value: null, help: 'send a message of the type test' },
  { name: 'log', value: null, help: 'list the messages, newest first, with their outcome' },
  { name: 'retry', value: 'MESSAGE', help: 'send a message again, with its id' },
  { name: 'rotate', value: null, help: 'make a new secret; Surf signs with the old one too for a day' },
  { name: 'remove', value: null, help: 'remove the subscription with its messages' },
];

export const APPLY_FLAGS: readonly Flag[] = [
  { name: 'yes', value: null, help: 'save without asking' },
  { name: 'dry-run', value: null, help: 'show the difference only' },
];

export const LOGIN_FLAGS: readonly Flag[] = [
  { name: 'key', value: null, help: 'ask for an API key, also where the server offers sign-in by browser' },
  { name: 'key-stdin', value: null, help: 'read an API key from stdin' },
  {
    name: 'redirect',
    value: 'URL',
    help: 'address on this machine to which the browser returns (default http://127.0.0.1/ at a free port)',
  },
];

export const EXTRACT_FLAGS: readonly Flag[] = [
  {
    name: 'selection',
    value: 'FILE',
    help: 'a selection policy in JSON or YAML, see docs/reference/selection.md; or a workflow that has one',
  },
  SELECT_FLAG,
  {
    name: 'out',
    short: 'o',
    value: 'PATH',
    help: 'file to write: .csv, or .jsonl and others for JSON lines; default - is stdout',
  },
  { name: 'force', value: null, help: 'replace existing files' },
];

export const SERVE_FLAGS: readonly Flag[] = [
  { name: 'port', value: 'N', help: 'port to listen on (default 8000); 0 takes a free one' },
  { name: 'listen', value: 'ADDRESS', help: 'address to listen on (default 127.0.0.1); others only with --issuer' },
  { name: 'issuer', value: 'URL', help: 'OpenID provider whose tokens Surf accepts; turns sign-in on' },
  { name: 'audience', value: 'NAME', help: 'audience that tokens must have (default: the client id); repeatable' },
  { name: 'client-id', value: 'ID', help: 'client id with which the console signs in at the issuer' },
  { name: 'demo', value: 'URL', help: 'a site that the console suggests for a first crawl; npm start has one' },
  { name: 'roles', value: 'FILE', help: 'file that changes the limits of roles, JSON or YAML' },
  { name: 'api-memory', value: 'MB', help: 'MB of memory for all requests together (default 1024, at least 416)' },
  {
    name: 'administrator',
    value: 'SUBJECT',
    help: 'a user who is an administrator, unless given another role; repeatable',
  },
];

export const SEARCH_FLAGS: readonly Flag[] = [
  { name: 'limit', value: 'N', help: 'results to show, at most 50; default 10' },
  { name: 'offset', value: 'N', help: 'results to leave out at the beginning, at most 1000' },
  { ...NEAR_FLAG, help: 'skip leaves out results with nearly the same text as a better one (default keep)' },
];

export const TOPICS_FLAGS: readonly Flag[] = [
  { name: 'topics', value: 'N', help: 'topics, at most 30; default: by the number of pages, at most 20' },
  { name: 'examples', value: 'N', help: 'example pages of each topic, at most 20; default 3' },
];

const DEPLOYMENT_FLAGS: readonly Flag[] = [
  {
    name: 'stage',
    value: 'NAME',
    help: 'name of the deployment: an account and region can have several (default main)',
  },
  { name: 'region', value: 'REGION', help: 'AWS region (default: that of your AWS profile)' },
  { name: 'config', value: 'FILE', help: 'settings (default surf.config.json), see docs/how-to/deploy.md' },
  { name: 'yes', value: null, help: 'do not ask for confirmation' },
];

export const DEPLOY_FLAGS: readonly Flag[] = [
  ...DEPLOYMENT_FLAGS,
  { name: 'revert-drift', value: null, help: 'recreate what somebody deleted or changed in AWS' },
];

export const DESTROY_FLAGS: readonly Flag[] = [
  ...DEPLOYMENT_FLAGS,
  { name: 'delete-data', value: null, help: 'with --yes: also delete tables and bucket, for good' },
];
