/**
 * A field of a Crawler.conf: its name as the assignment writes it, and other spellings that people
 * use.
 */
export interface ConfField {
  readonly name: ConfName;
  readonly others: readonly string[];
  readonly kind: 'list' | 'number' | 'choice' | 'text';
  /** Allowed values, in words. */
  readonly allowed: string;
}

export const CONF_NAMES = [
  'Starting-points',
  'accept-list',
  'Reject-list',
  'max-page-number',
  'scope',
  'traversal-algorithm',
  'repository',
  'log-file',
  'log-level',
  'period',
  'number-of-threads',
] as const;
export type ConfName = (typeof CONF_NAMES)[number];

/** The names of scopes and traversals, and their equivalents in a workflow. */
export const CONF_SCOPES = {
  'free-spanning': 'any',
  'domain-scope': 'domain',
  'host-scope': 'host',
  'path-scope': 'path',
} as const;
export const CONF_TRAVERSALS = {
  'breadth-first': 'breadth-first',
  'depth-first': 'depth-first',
  bfs: 'breadth-first',
  dfs: 'depth-first',
} as const;

/**
 * Headings of the appendix, `<name>` alone on a line. They group fields for the reader; a field may
 * be below any of them.
 */
export const CONF_SECTIONS = ['crawler-options', 'logging', 'recrawling-options'] as const;

const names = (choices: object): string => Object.keys(choices).join(', ');

/** All fields of the assignment's appendix (T1). */
export const CONF_FIELDS: readonly ConfField[] = [
  {
    name: 'Starting-points',
    others: ['starting-point', 'start-points'],
    kind: 'list',
    allowed: 'a list of addresses: { "http://www.example.org/", "…" }',
  },
  {
    name: 'accept-list',
    others: ['accept'],
    kind: 'list',
    allowed:
      'a list of patterns over the whole URL: regular expressions in RE2 syntax (".*\\.html?$") or globs ("*.html")',
  },
  {
    name: 'Reject-list',
    others: ['reject'],
    kind: 'list',
    allowed: 'a list of patterns over the whole URL: regular expressions in RE2 syntax ("[?&]sid=") or globs ("*.pdf")',
  },
  {
    name: 'max-page-number',
    others: ['max-pages', 'max-page-num'],
    kind: 'number',
    allowed: 'a whole number; 0 or less: no limit',
  },
  { name: 'scope', others: [], kind: 'choice', allowed: names(CONF_SCOPES) },
  {
    name: 'traversal-algorithm',
    others: ['traversal', 'algorithm'],
    kind: 'choice',
    allowed: names(CONF_TRAVERSALS),
  },
  { name: 'repository', others: [], kind: 'text', allowed: 'the path of a folder' },
  { name: 'log-file', others: ['logfile'], kind: 'text', allowed: 'the path of a file, or screen' },
  {
    name: 'log-level',
    others: ['loglevel'],
    kind: 'number',
    allowed: '0 (errors), 1 (and waves) or 2 (and every URL)',
  },
  { name: 'period', others: [], kind: 'number', allowed: 'hours, 0.5 for half of one; 0 or less: crawl once' },
  {
    name: 'number-of-threads',
    others: ['threads', 'thread-number', 'threads-number', 'num-threads', 'max-threads'],
    kind: 'number',
    allowed: 'a whole number from 1 to 1000',
  },
];
