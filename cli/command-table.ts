import type { Command } from '#cli/args/command.ts';
import { EXIT_CODE_FLAG, type Flag, OUTPUT_FLAGS, RUN_FLAGS, SELECT_FLAG, START_FLAGS } from '#cli/args/flag.ts';

const ID = 'ID is an execution as ls shows it, or last: the newest one.';

const NO_FIELDS = { fields: 'none', flags: [], details: [] } as const;
const ONE_ID = { takes: 'ID', least: 1, most: 1 } as const;

const TASK_FLAGS: readonly Flag[] = [
  {
    name: 'state',
    value: 'STATE',
    help: 'only tasks in this state: scheduled, active, succeeded, failed, timedOut, interrupted, skipped',
  },
  { name: 'reason', value: 'REASON', help: 'only tasks skipped or failed for this reason' },
  { name: 'level', value: 'N', help: 'only tasks of this level' },
  { name: 'host', value: 'HOST', help: 'only tasks of this host (with or without port)' },
];

const EXPORT_FLAGS: readonly Flag[] = [
  ...OUTPUT_FLAGS,
  {
    name: 'by',
    value: 'page|target',
    help: 'links: a line per link (default), or per target and page, with all texts',
  },
  { name: 'explicit-ports', value: null, help: 'crawl-table: http://host:80/ instead of http://host/' },
];

const DIFF_FLAGS: readonly Flag[] = [
  { name: 'kind', value: 'KIND', help: 'only these: added, removed, moved, changed or unknown' },
];

const RECORDS_FLAGS: readonly Flag[] = [
  { name: 'format', value: 'jsonl|csv', help: 'JSON lines (default), or CSV with the names of the columns first' },
  { name: 'errors', value: null, help: 'only pages whose records have errors' },
];

const SCHEDULE_FLAGS: readonly Flag[] = [
  { name: 'name', value: 'NAME', help: 'of the schedule, where a workflow has several (default default)' },
  { name: 'zone', value: 'ZONE', help: 'time zone of cron, for example Europe/Berlin (default that of this machine)' },
  { name: 'from', value: 'TIME', help: 'no start before this time, for example 2026-12-01T08:00:00Z' },
  { name: 'until', value: 'TIME', help: 'no start after this time' },
  { name: 'jitter', value: 'SECONDS', help: 'start up to that much later, 0 to 3600 (default 0)' },
  {
    name: 'overlap',
    value: 'skip|queue|stop-previous',
    help: 'while the execution before still runs: start nothing (default), one when it has ended, or stop it first',
  },
  {
    name: 'catch-up',
    value: 'none|one',
    help: 'times at which no server ran: leave them out (default), or start one execution for all',
  },
  { name: 'off', value: null, help: 'save it switched off' },
  { name: 'remove', value: null, help: 'remove the schedule' },
];

const APPLY_FLAGS: readonly Flag[] = [
  { name: 'yes', value: null, help: 'save without asking' },
  { name: 'dry-run', value: null, help: 'show the difference only' },
];

const LOGIN_FLAGS: readonly Flag[] = [
  { name: 'key', value: null, help: 'ask for an API key, also where the server offers sign-in by browser' },
  { name: 'key-stdin', value: null, help: 'read an API key from stdin' },
  {
    name: 'redirect',
    value: 'URL',
    help: 'where the browser comes back to on this machine (default http://127.0.0.1/ at a free port)',
  },
];

const EXTRACT_FLAGS: readonly Flag[] = [
  { name: 'selection', value: 'FILE', help: 'a selection policy in JSON or YAML, see docs/selection.md' },
  SELECT_FLAG,
  { name: 'out', short: 'o', value: 'PATH', help: 'file to write; default - is stdout' },
  { name: 'force', value: null, help: 'overwrite what is there' },
];

const SERVE_FLAGS: readonly Flag[] = [
  { name: 'port', value: 'N', help: 'port to listen on (default 8000); 0 takes a free one' },
  { name: 'listen', value: 'ADDRESS', help: 'address to listen on (default 127.0.0.1); others only with --issuer' },
  { name: 'issuer', value: 'URL', help: 'OpenID provider whose tokens are taken: turns sign-in on' },
  { name: 'audience', value: 'NAME', help: 'what tokens must be for (default the client id); repeatable' },
  { name: 'client-id', value: 'ID', help: 'as which pages sign in at the issuer' },
  { name: 'demo', value: 'URL', help: 'a site that the console suggests for a first crawl; npm start has one' },
  { name: 'roles', value: 'FILE', help: 'limits of roles that are not the usual ones, JSON or YAML' },
  { name: 'api-memory', value: 'MB', help: 'memory of all requests together (default 1024, at least 416)' },
  { name: 'administrator', value: 'SUBJECT', help: 'an administrator, unless given another role by hand; repeatable' },
];

/** All commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'crawl',
    takes: 'URL…',
    least: 1,
    most: 10_000,
    summary: 'crawl from these addresses and show what was found',
    details: [
      'surf example.org is short for surf crawl example.org. Without a scheme Surf takes https.',
      'Ctrl-C stops cleanly. surf resume takes the crawl up from there, also when its process was killed.',
      'A flag sets the field of the workflow with its name; lists repeat the flag; none means unlimited.',
    ],
    fields: 'workflow',
    flags: START_FLAGS,
    crawls: true,
    load: () => import('#cli/commands/crawl.ts'),
  },
  {
    name: 'run',
    takes: 'FILE',
    least: 1,
    most: 1,
    summary: 'crawl as a workflow file (JSON or YAML) or a Crawler.conf says; - reads stdin',
    details: [
      'Flags win over the file. docs/workflow.md has all fields.',
      'A Crawler.conf (docs/crawler-conf.md) leaves mirror and index in its repository, and repeats the crawl every period until Ctrl-C.',
    ],
    fields: 'workflow',
    flags: [...START_FLAGS, ...RUN_FLAGS],
    crawls: true,
    load: () => import('#cli/commands/run.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'apply',
    takes: 'DIR',
    least: 1,
    most: 1,
    summary: 'create or update saved workflows from the files of a folder, showing the difference first',
    details: [
      'Each .json, .yaml and .yml file is a workflow, known by its name; without one by the name of its file.',
      'What is saved and has no file stays. surf serve and a deployment show saved workflows, and start them.',
    ],
    flags: APPLY_FLAGS,
    load: () => import('#cli/commands/apply.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'schedule',
    takes: 'WORKFLOW [WHEN]',
    least: 1,
    most: 2,
    summary: 'start a saved workflow again and again; without WHEN list its schedules',
    details: [
      "WHEN is 'rate(6 hours)' or 'cron(0 8 ? * MON-FRI *)': minutes, hours, day of month, month, day of week, year.",
      'surf serve on the data folder starts what is due, and so does a deployment.',
    ],
    flags: SCHEDULE_FLAGS,
    load: () => import('#cli/commands/server/schedule.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'ls',
    takes: '',
    least: 0,
    most: 0,
    summary: 'list the executions, newest first',
    load: () => import('#cli/commands/ls.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'status',
    summary: 'counts, levels, cost, and what is waited for',
    details: [ID],
    load: () => import('#cli/commands/status.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'tasks',
    summary: 'every URL with its state, outcome and reason',
    details: [ID, 'One JSON object a line where the output is no terminal, or with --json.'],
    flags: TASK_FLAGS,
    load: () => import('#cli/commands/tasks.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'diff',
    takes: '[BEFORE] AFTER',
    least: 1,
    most: 2,
    summary: 'what changed between two executions: pages added, removed, moved, changed',
    details: [
      'BEFORE and AFTER are executions as ls shows them, or last: the newest one.',
      'Without BEFORE: the base of AFTER, else the execution of the same name before it.',
      'unknown: pages that the later crawl failed to fetch, refused or did not reach.',
      'One JSON object a line where the output is no terminal, or with --json; the first has the counts.',
    ],
    flags: DIFF_FLAGS,
    load: () => import('#cli/commands/diff.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'explain',
    takes: 'ID URL',
    least: 2,
    most: 2,
    summary: 'what is known of one URL: who found it, which rule took or refused it, what became of it',
    details: [ID, 'Any URL, also one that was never seen: then it says what the rules would make of it.'],
    load: () => import('#cli/commands/explain.ts'),
  },
  {
    ...ONE_ID,
    name: 'resume',
    summary: 'take up a paused, limited, stopped or interrupted execution, with new limits if given',
    details: [ID, 'Limits are new totals: --pages 500 means 500 in all.'],
    fields: 'limits',
    flags: [EXIT_CODE_FLAG],
    crawls: true,
    load: () => import('#cli/commands/resume.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'pause',
    summary: 'pause an execution; resume continues it',
    details: [ID, 'Waits until the last request has ended.'],
    load: () => import('#cli/commands/pause.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'stop',
    summary: 'stop an execution; what it has is complete and usable',
    details: [ID, 'Waits until the last request has ended.'],
    load: () => import('#cli/commands/stop.ts'),
  },
  {
    ...ONE_ID,
    name: 'continue',
    summary: 'another name of surf resume',
    details: [ID, 'Limits are new totals: --pages 500 means 500 in all.'],
    fields: 'limits',
    flags: [EXIT_CODE_FLAG],
    crawls: true,
    load: () => import('#cli/commands/resume.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'delete',
    takes: 'ID…',
    least: 1,
    most: 1_000,
    summary: 'delete ended executions with everything they kept, after asking',
    details: [ID, 'An execution that another one is based on stays until that one is deleted.'],
    flags: [{ name: 'yes', value: null, help: 'delete without asking' }],
    load: () => import('#cli/commands/delete.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'events',
    summary: 'what happened to an execution, oldest first: waves, deaths of workers, pauses, its end',
    details: [ID],
    load: () => import('#cli/commands/events.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'blocklist',
    takes: '[add|remove PATTERN]',
    least: 0,
    most: 2,
    summary: 'list, add or remove hosts and URLs that no crawl may request',
    details: [
      'PATTERN is a host name, which blocks its subdomains too, or a glob over the URL: *://*/private/*.',
      'It holds for every execution of the data folder or server, from its next wave on.',
    ],
    flags: [{ name: 'note', value: 'TEXT', help: 'add: why, for those who wonder later' }],
    load: () => import('#cli/commands/blocklist.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'verify',
    summary: 'recompute everything from the log; exit code 3 when anything differs',
    details: [ID],
    load: () => import('#cli/commands/verify.ts'),
  },
  {
    ...NO_FIELDS,
    ...ONE_ID,
    name: 'records',
    summary: 'pages, and what was extracted from them, a line each',
    details: [
      ID,
      'JSON lines have pages of the running wave, too, last and with "provisional": true; CSV has settled waves only.',
    ],
    flags: RECORDS_FLAGS,
    load: () => import('#cli/commands/records.ts'),
  },
  {
    ...ONE_ID,
    name: 'export',
    summary: 'write what was crawled to files',
    details: [
      ID,
      'surf export last -o pages.jsonl: the suffix says the format, or --format does.',
      'warc: all records in one .warc.gz, or a folder of files with index.cdxj · wacz: the same for replayweb.page.',
      'jsonl, csv, parquet: a page a line or row; duplicates are left out, pages with noindex are flagged.',
      'markdown: main text, one file or a folder · mirror: a folder with each page at host/path, and index.jsonl.',
      'chunks: main text in parts of 800 tokens · llms, llms-full: a list of the pages, their whole text.',
      'links: a line per link · crawl-table: a row per URL that was asked · index: pages and links as text.',
    ],
    fields: 'none',
    flags: EXPORT_FLAGS,
    load: () => import('#cli/commands/export.ts'),
  },
  {
    ...ONE_ID,
    name: 'extract',
    summary: 'take other values out of the archived pages, without one request',
    details: [ID, 'Writes a line {url, record, errors} per page to which a rule of the selection policy applies.'],
    fields: 'none',
    flags: EXTRACT_FLAGS,
    load: () => import('#cli/commands/extract.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'doctor',
    takes: '',
    least: 0,
    most: 0,
    summary: 'check this machine, the data folder or server, and AWS, and say what mends what is wrong',
    details: ['Looks up example.com; asks the server that --api names, and AWS where credentials are set up.'],
    load: () => import('#cli/commands/machine/doctor.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'completion',
    takes: 'bash|zsh|fish',
    least: 1,
    most: 1,
    summary: 'print a script that completes commands and flags in your shell',
    details: ['The first line of the script says where to put it.'],
    load: () => import('#cli/commands/machine/completion.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'debug',
    takes: 'chunk KEY',
    least: 2,
    most: 2,
    summary: 'print a chunk of the archive as JSON lines, its link records too',
    details: [
      'KEY is an object below the data folder’s objects/: what a manifest names as base, with or without .lines.jsonl.gz,',
      'or a .bin file of a frontier. docs/formats.md says what the fields mean.',
    ],
    load: () => import('#cli/commands/machine/debug.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'login',
    takes: '',
    least: 0,
    most: 0,
    summary: 'sign in at a server: surf login --api URL',
    details: [
      'By browser where the server names an OpenID provider, else by API key, which the terminal reads without echo.',
      'What lets you in is kept in surf/profiles.json below ~/.config (or XDG_CONFIG_HOME), which only you can read.',
      '--profile NAME keeps it under a name of yours; commands find it by --api URL, SURF_API or --profile NAME.',
    ],
    flags: LOGIN_FLAGS,
    load: () => import('#cli/commands/server/login.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'logout',
    takes: '',
    least: 0,
    most: 0,
    summary: 'forget what surf login has kept: surf logout --api URL, or --profile NAME',
    details: [],
    load: () => import('#cli/commands/server/logout.ts'),
  },
  {
    ...NO_FIELDS,
    name: 'serve',
    takes: '',
    least: 0,
    most: 0,
    summary: 'serve the REST API on this machine until Ctrl-C',
    details: [
      'Listens on 127.0.0.1 only and needs no sign-in; npm start does the same.',
      'With --issuer everybody signs in, by OpenID or API key; then it may listen elsewhere. docs/identity.md has more.',
    ],
    flags: SERVE_FLAGS,
    load: () => import('#cli/commands/serve.ts'),
  },
];

export const findCommand = (name: string): Command | undefined => COMMANDS.find((command) => command.name === name);
