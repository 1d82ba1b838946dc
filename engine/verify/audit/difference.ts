/**
 * Every kind of difference that `verify` reports, and what it means. Codes are API: never renamed.
 */
export const DIFFERENCE_CODES = {
  'log-corrupt': 'an object of the execution cannot be read: the log behind it cannot be proved',
  'manifest-missing': 'a manifest that the log names cannot be read: the log before it cannot be proved',
  'manifest-chain': 'the manifests do not follow each other wave by wave from 0',
  'chunk-missing': 'a chunk that a manifest lists has no lines object',
  'chunk-hash': 'the lines object of a chunk is not the one that the manifest lists (size or SHA-256)',
  'chunk-corrupt': 'the lines of a chunk cannot be read, or its first or last line is not there',
  'chunk-name': 'a chunk states another wave, unit, number or token than its name',
  'chunk-counts': 'a chunk has another number of lines than it or the manifest says',
  'chunk-twice': 'a chunk, or two with one number, is listed twice',
  'chunk-gap': 'a chunk of a unit is missing, or one follows the last',
  'plan-missing': 'the plan of a wave, or its tasks, cannot be read',
  'plan-workflow': 'a plan has another workflow, scope or wave than the execution',
  'plan-task-unknown': 'a planned task is in no level list and no redirect target',
  'plan-task-settled': 'a task is planned again after it was settled',
  'plan-task-twice': 'a task is in a plan twice',
  'plan-task': 'a planned task is another than the one that was admitted (URL, level, rank, via)',
  'plan-base': 'a planned task states other facts about its page than the log of the base',
  'base-missing': 'the base, or a part of its log, cannot be read: pages that are based on it cannot be proved',
  'base-body': 'the body of a page that was not modified is not in the archive, or another',
  'not-modified':
    'a page is said not to be modified that the base does not have, or with another digest, size or place',
  collection: 'the pages that a tick knows, or those that it treats as due, differ from the base and its log',
  'plan-sketched': 'a plan has sketches made of other groups of addresses than those whose titles tell nothing new',
  'plan-host': 'tasks of one host are in two units of a wave',
  'line-corrupt': 'an outcome or candidate line has an unknown shape, outcome or reason',
  'outcome-unplanned': 'an outcome of a task that is not in the plan of its unit',
  'redirect-target': 'a redirect has no target, or contradicts itself',
  'candidate-unplanned': 'a link of a page that is not in the plan of its unit, or with another level or rank',
  cash: 'pages of a chunk give more cash than they have',
  'died-unproven': 'a task is failed(worker-died) without two units that had it alone and never reported',
  'settled-unproven': 'the list of settled tasks has one that no outcome line settles',
  'settled-missing': 'an outcome line settles a task that the list of settled tasks does not have',
  'settled-row': 'a settled task has another content than its outcome line says',
  'settled-count': 'a list of settled tasks or corrections has another number of lines than the manifest says',
  'duplicate-holder': 'a duplicate names another page than the one of lowest rank that has its digest',
  'level-unproven': 'a level list or skipped list has a URL that no seed or link led to',
  'level-missing': 'a seed or link is in neither level list nor skipped list of the level that was merged',
  'level-count': 'a list has another number of lines than links were merged',
  'level-task': 'a task of a level list has another URL, rank or discoverer than the links say',
  'level-skipped': 'a skipped URL has another reason or discoverer than the links say',
  'level-index': 'the index or the hosts of a level list do not fit its tasks',
  'url-key': 'a key is not that of its URL',
  'frontier-missing': 'the frontier beside a manifest cannot be read',
  'frontier-counts': 'counts of a frontier are not what the chunks add up to',
  'frontier-unbalanced': 'counts of a frontier break promise 1: discovered is not the sum of the outcomes',
  'frontier-levels': 'counts of one level are not what the chunks add up to',
  'frontier-state': 'level, ranks, bytes, scope, trail or witnesses of a frontier are not what the log says',
  'host-pages': 'the pages of a host are not what the chunks add up to',
  'limit-pages': 'more pages than limits.pages',
  'limit-pages-per-level': 'more pages of a level than limits.pagesPerLevel',
  'limit-pages-per-host': 'more pages of a host than limits.pagesPerHost',
  'limit-depth': 'a task deeper than limits.depth was planned',
  'limit-bytes': 'more bytes than limits.totalBytes and one page',
  'pending-missing': 'a pending task is missing: not planned, carried, parked or in a list',
  'pending-twice': 'a pending task is in two places',
  'pending-unknown': 'a task waits to be crawled, but is not pending',
  'candidate-missing': 'a link that waits to be merged is missing',
  'seen-missing': 'the seen set lacks a URL',
  'seen-unproven': 'the seen set has a URL that nothing led to',
  'seen-record': 'the seen set has another level, verdict or wave of a URL',
  'digest-missing': 'the digest set lacks the digest of a page',
  'digest-unproven': 'the digest set has a digest that no page has',
  'digest-record': 'the digest set names another page, level, rank or host',
  'pattern-record': 'the pattern table has another number of addresses of a pattern than were admitted',
  'barren-record': 'the table of groups of addresses contradicts the outcome lines of their pages',
  walks:
    'the walks of a sample are at other pages, or came to pages more or less often, than its seed and the links say',
  'segment-corrupt': 'a segment cannot be read, or is not sorted',
  'warc-missing': 'a WARC object that a chunk names is not there, or a page has no record',
  'warc-hash': 'a WARC object differs from the one with which its chunk was closed (size or SHA-256)',
  'warc-corrupt': 'a WARC record cannot be read',
  'warc-pointer': 'at the place that an outcome names there is no response record of that length',
  'warc-url': 'the record at that place is of another URL',
  'warc-revisit': 'a revisit record does not refer to the record that has the body',
  'warc-payload': 'the payload of a record does not have the digest that its header says',
  'warc-body': 'the decoded body, its size or status are not what the outcome says',
  cdxj: 'a response record has no index line, or a wrong one',
  'part-hash': 'a links or records object is missing, or differs from the one with which its chunk was closed',
  'record-missing': 'a page to which a rule of the selection policy applies has no record',
  'record-unproven': 'a record of a task that is not a page of its chunk, or to which no rule applies',
  'record-twice': 'a page has two records',
  'record-url': 'a record names another address than its task',
  'record-order': 'records are not in the order of the outcomes',
  'record-digest': 'the digest of a record is not that of the record',
  'record-corrupt': 'the records of a chunk cannot be read, or a line is not a record',
  external: 'the register of external links differs from the log, its rules or its totals',
  'execution-row': 'the execution row does not fit the log',
  'task-missing': 'a settled task has no row in the task index',
  'task-unproven': 'the task index has a row that no outcome settles',
  'task-row': 'a row of the task index has another content than the outcome line says',
} as const;
export type DifferenceCode = keyof typeof DIFFERENCE_CODES;

/** Deviation from the append-only log. */
export interface Difference {
  readonly code: DifferenceCode;
  /** Object key, and line, task or field within. */
  readonly where: string;
  readonly expected: string;
  readonly found: string;
}

/** Most differences that are kept; the others are counted. */
const KEPT = 100;
const TEXT = 300;

/**
 * Collects differences: the first hundred in the order in which they were found, and how many there
 * are.
 */
export class Differences {
  readonly #first: Difference[] = [];
  #total = 0;

  add(code: DifferenceCode, where: string, what: { expected: unknown; found: unknown }): void {
    this.#total += 1;
    if (this.#first.length >= KEPT) return;
    this.#first.push({ code, where, expected: textOf(what.expected), found: textOf(what.found) });
  }

  /** Adds a difference if the two values differ. */
  compare(code: DifferenceCode, where: string, what: { expected: unknown; found: unknown }): void {
    if (what.expected !== what.found) this.add(code, where, what);
  }

  get first(): readonly Difference[] {
    return this.#first;
  }

  get total(): number {
    return this.#total;
  }
}

function textOf(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.slice(0, TEXT);
}
