import { baseLines, restedLines } from '#cli/progress/collection-lines.ts';
import { depthLines } from '#cli/progress/depth-lines.ts';
import { bytes, count, counted, duration, rate, usd } from '#cli/terminal/format.ts';
import type { CostLine } from '#core/cost/prices.ts';
import { type Counts, hasEnded } from '#core/execution/execution.ts';
import { isClosedNetwork } from '#core/frontier/dead-seeds.ts';
import { GIVEN_UP, NO_SEED, NO_WAY } from '#core/frontier/wave/end-reason.ts';
import { printable } from '#core/model/printable.ts';
import type { ExecutionCost, ExecutionSummary, ExecutionView } from '#engine/overview/describe-execution.ts';

/**
 * JSON that crawl, run, resume, continue, pause and stop print with `--json`; `base` and its
 * savings only if there is a base.
 */
export type Result = Omit<ExecutionSummary, Rare | 'storedBytes'> &
  Partial<Pick<ExecutionSummary, Rare>> & { readonly data: string };

/** Fields that are absent if they are empty. */
type Rare =
  | 'base'
  | 'collection'
  | 'savedBytes'
  | 'deadSeeds'
  | 'deadSitemaps'
  | 'droppedLinks'
  | 'cutPages'
  | 'recordFaults'
  | 'patterns';

export function resultOf(summary: ExecutionSummary, data: string): Result {
  const { execution, status, reason, cause, counts, levels, bytes: size } = summary;
  const { pages, seconds, pagesPerSecond, costUsd } = summary;
  const { base, collection, savedBytes, deadSeeds, deadSitemaps, droppedLinks, cutPages } = summary;
  const { recordFaults, patterns } = summary;
  return {
    execution,
    status,
    reason,
    cause,
    counts,
    pages,
    levels,
    bytes: size,
    seconds,
    pagesPerSecond,
    costUsd,
    ...(deadSeeds.count > 0 && { deadSeeds }),
    ...(deadSitemaps.count > 0 && { deadSitemaps }),
    ...(droppedLinks.links > 0 && { droppedLinks }),
    ...(cutPages > 0 && { cutPages }),
    ...(recordFaults.length > 0 && { recordFaults }),
    ...(patterns.unmatched.count > 0 && { patterns }),
    ...(base !== null && { base, savedBytes }),
    ...(collection !== null && { collection }),
    data,
  };
}

export interface ReportOptions {
  /** Folder or address of the pages. */
  readonly where: string;
  /**
   * True to list the cost of the crawl's calls on AWS (`--cost`). A local crawl costs nothing
   * there.
   */
  readonly showCost: boolean;
}

/** Lines that a person reads at the end: pages found, speed, place of the data, and the cost. */
export function endReport(
  summary: ExecutionSummary & Pick<ExecutionView, 'cost' | 'limits'>,
  { where, showCost }: ReportOptions,
): string[] {
  const { execution, status, cause, counts, pages, levels, seconds, pagesPerSecond } = summary;
  const size = pages === 0 ? '' : `, ${bytes(summary.bytes)}`;
  const reached = levels.filter((level) => level.stored + level.notModified > 0);
  const perLevel = reached.map((level) => `${count(level.stored + level.notModified)} on level ${level.level}`);
  return [
    ...wallLines(summary),
    ...trapLines(summary),
    ...leafSeedLines(summary),
    ...deadProxyLines(summary),
    ...deadSeedLines(summary),
    ...deadSitemapLines(summary),
    ...patternLines(summary),
    ...droppedLinkLines(summary),
    ...cutPageLines(summary),
    ...recordFaultLines(summary),
    ...depthLines(summary),
    ...restedLines(summary),
    ...(status === 'paused' && cause !== null ? [printable(cause)] : []),
    `${execution}: ${ending(summary)} after ${duration(seconds)}`,
    `  found     ${counted(pages, 'page')}${size}, ${rate(pagesPerSecond)}`,
    ...(perLevel.length === 0 ? [] : [`            ${perLevel.join(', ')}`]),
    `  of        ${counted(counts.discovered, 'discovered URL')}: ${ledger(counts).join(', ')}`,
    ...reasonLines(counts),
    ...baseLines(summary),
    `  data      ${printable(where)}`,
    ...(showCost ? costLines(summary.cost, summary.costUsd) : []),
    ...nextSteps(summary),
  ];
}

/**
 * Lines that also a quiet terminal shows: pages are missing that nobody has left out on purpose. A
 * limit and a cut page are on purpose, and a pattern without a match is not a loss.
 */
export const missingLines = (summary: ExecutionSummary): string[] => [
  ...wallLines(summary),
  ...trapLines(summary),
  ...deadProxyLines(summary),
  ...deadSeedLines(summary),
  ...deadSitemapLines(summary),
  ...closedScopeLines(summary),
  ...droppedLinkLines(summary),
];

/** The line about a proxy through which nothing came; a pause says its cause itself. */
const deadProxyLines = ({ status, reason, cause }: ExecutionSummary): string[] =>
  status === 'failed' && reason === NO_WAY.proxy ? [`no page was fetched: ${printable(cause ?? '')}`] : [];

/**
 * Lines about seeds that brought no page, with reasons. A refused private address names the flag
 * that opens it. A remedy follows if it is the same for all.
 */
export function deadSeedLines({ reason, deadSeeds: { count: dead, first } }: ExecutionSummary): string[] {
  if (dead === 0) return [];
  const closed = first.some(isClosedNetwork);
  const hint = closed ? ['add --allow-private-network to crawl addresses on your own machine or network'] : [];
  const remedies = new Set(first.map(({ remedy }) => remedy));
  const [remedy = null] = closed || remedies.size > 1 ? [] : remedies;
  const advice = remedy === null ? [] : [`  ${printable(remedy)}`];
  const [only] = first;
  if (dead === 1 && only !== undefined) {
    const what = `${printable(only.url)}: ${printable(only.why)}`;
    const lead = reason === NO_SEED ? 'no page was fetched' : '1 seed brought no page';
    return [`${lead}: ${[what, ...hint].join('; ')}`, ...advice];
  }
  const lead =
    reason === NO_SEED
      ? `no page was fetched: none of ${counted(dead, 'seed')} brought one`
      : `${counted(dead, 'seed')} brought no page`;
  const left = dead - first.length;
  return [
    [lead, ...hint].join('; '),
    ...first.map(({ url, why }) => `  ${printable(url)}: ${printable(why)}`),
    ...(left > 0 ? [`  and ${counted(left, 'other seed')}`] : []),
    ...advice,
  ];
}

/** Lines about sitemaps of the workflow that could not be read: pages may be missing. */
export function deadSitemapLines({
  deadSitemaps: { count: dead, first },
}: Pick<ExecutionSummary, 'deadSitemaps'>): string[] {
  if (dead === 0) return [];
  const left = dead - first.length;
  return [
    `${counted(dead, 'sitemap')} could not be read, so pages may be missing:`,
    ...first.flatMap(({ url, why, remedy }, index) => [
      `  ${printable(url)}: ${printable(why)}`,
      ...(remedy === null || remedy === first[index + 1]?.remedy ? [] : [`    ${printable(remedy)}`]),
    ]),
    ...(left > 0 ? [`  and ${counted(left, 'other sitemap')}`] : []),
  ];
}

/** Lines about bot walls. A blocked page is not missing, and no setting of the crawl brings it. */
function wallLines({ execution, counts }: ExecutionSummary): string[] {
  const { blocked = 0 } = counts.failed;
  if (blocked === 0) return [];
  const walls = blocked === 1 ? 'a bot wall blocked' : 'bot walls blocked';
  return [`${walls} ${counted(blocked, 'URL')}: surf tasks ${execution} --reason blocked lists them`];
}

/**
 * Lines about traps. Pages may be missing that are not traps: Surf judges by similar addresses and
 * texts.
 */
export function trapLines({ execution, counts }: Pick<ExecutionSummary, 'execution' | 'counts'>): string[] {
  const { trap = 0 } = counts.skipped;
  if (trap === 0) return [];
  return [
    `${counted(trap, 'URL')} ${trap === 1 ? 'looks' : 'look'} like a crawler trap: surf tasks ${execution} --reason trap lists them, ` +
      'surf explain says why, --barren-pages none follows pages that bring nothing new',
  ];
}

/**
 * Lines about a crawl without links to follow: mostly a page that a browser builds, or a sitemap.
 */
export function leafSeedLines({ status, base, counts, levels, limits, deadSeeds, deadSitemaps }: LeafSeeds): string[] {
  const isLeaf = levels.every(({ level, discovered }) => level === 0 || discovered === 0);
  if (status !== 'succeeded' || !isLeaf || base !== null || limits.depth === 0) return [];
  if (counts.stored === 0 || deadSeeds.count > 0 || deadSitemaps.count > 0) return [];
  const isOne = counts.discovered - counts.redirected === 1;
  const runsNone = 'so nothing else was crawled: Surf runs no JavaScript';
  // Several are those of a list, or of a sitemap that was read already.
  const nothing = isOne ? `${runsNone}; the pages of a sitemap need --sitemaps URL` : runsNone;
  if (counts.redirected === 0) return [`${isOne ? 'the seed has' : 'the seeds have'} no links, ${nothing}`];
  const where = isOne ? 'the seed redirects to a page without links' : 'the seeds redirect to pages without links';
  return [`${where}, ${nothing}; where that is a sign-in, --header sends a cookie`];
}

type LeafSeeds = Pick<ExecutionView, 'status' | 'base' | 'counts' | 'levels' | 'limits' | 'deadSeeds' | 'deadSitemaps'>;

/**
 * Lines about patterns without a match, once the crawl has ended; first an include list that let no
 * link through.
 */
export function patternLines({
  execution,
  status,
  reason,
  patterns,
}: ClosedScope & Pick<ExecutionSummary, 'reason'>): string[] {
  const { unmatched } = patterns;
  const closed = closedScopeLines({ execution, status, patterns });
  // where no page was fetched, no pattern can match
  if (!hasEnded(status) || unmatched.count === 0 || reason === NO_SEED) return closed;
  const left = unmatched.count - unmatched.first.length;
  return [
    ...closed,
    `${counted(unmatched.count, 'pattern')} matched no URL of this crawl:`,
    ...unmatched.first.map(({ field, pattern }) => `  scope.${field}: ${printable(pattern)}${oneAddress(pattern)}`),
    ...(left > 0 ? [`  and ${counted(left, 'other pattern')}`] : []),
  ];
}

/** A glob without an asterisk is taken for a prefix: elsewhere it is one. */
const oneAddress = (pattern: string): string =>
  pattern.startsWith('re:') || pattern.includes('*') || !pattern.includes('/')
    ? ''
    : ' (this one address; what is below it ends with /*)';

type ClosedScope = Pick<ExecutionSummary, 'execution' | 'status' | 'patterns'>;

/** Lines about an include list or a topic that let no link through: only the seeds were crawled. */
function closedScopeLines({ execution, status, patterns: { nothingIncluded, nothingOnTopic } }: ClosedScope): string[] {
  if (!hasEnded(status)) return [];
  const included =
    nothingIncluded === null
      ? []
      : [
          `scope.include let no link through, only the seeds were crawled: it skipped ${counted(nothingIncluded.skipped, 'URL')}, ` +
            `for example ${printable(nothingIncluded.example)}; surf explain ${execution} URL says why`,
        ];
  return [...included, ...offTopicLines(nothingOnTopic)];
}

function offTopicLines(nothing: ExecutionSummary['patterns']['nothingOnTopic']): string[] {
  if (nothing === null) return [];
  const { url, score } = nothing.best;
  const advice =
    score === 0
      ? 'none names it in its text, address or page: give other words with --focus'
      : `the best scores ${score.toFixed(2)}, ${printable(url)}: follow it with --focus-threshold ${score.toFixed(2)}, or give more words with --focus`;
  return [
    `focus let no link through, only the seeds were crawled: it skipped ${counted(nothing.skipped, 'URL')}; ${advice}`,
  ];
}

/** Lines about links that were not read: pages may be missing. */
export function droppedLinkLines({ droppedLinks: { links, pages, first } }: ExecutionSummary): string[] {
  if (links === 0) return [];
  const why = `${pages === 1 ? 'it names' : 'each names'} more than 100,000 new addresses, or takes 10 s to judge`;
  return [
    `${counted(links, 'link')} of ${counted(pages, 'page')} ${links === 1 ? 'was' : 'were'} not read: ${why}`,
    ...first.map((page) => `  ${printable(page.url)}: ${counted(page.links, 'link')}`),
  ];
}

/** Lines about pages of which only the first bytes were kept. */
export function cutPageLines({ cutPages, limits }: Pick<ExecutionView, 'cutPages' | 'limits'>): string[] {
  if (cutPages === 0) return [];
  const were = cutPages === 1 ? 'was' : 'were';
  return [`${counted(cutPages, 'page')} ${were} cut at ${bytes(limits.pageBytes)}: --page-bytes raises it`];
}

/** Lines about fields with a missing or incomplete value, with the number of records. */
export function recordFaultLines({ execution, recordFaults }: ExecutionSummary): string[] {
  if (recordFaults.length === 0) return [];
  const shown = recordFaults.slice(0, MOST_FAULTS).map(({ field, code, records }) => {
    return `  ${printable(field ?? 'the whole record')}: ${code} in ${counted(records, 'record')}`;
  });
  const left = recordFaults.length - shown.length;
  return [
    `extraction has errors: surf records ${execution} --errors lists the records`,
    ...shown,
    ...(left > 0 ? [`  and ${counted(left, 'other kind')}`] : []),
  ];
}

/**
 * The end state, such as `limited (pages)`. An execution whose driver is gone is `interrupted`, in
 * any earlier state.
 */
export function ending({
  status,
  reason,
  driver,
}: Pick<ExecutionSummary, 'status' | 'reason'> & Partial<Pick<ExecutionView, 'driver'>>): string {
  if (driver === 'gone') return 'interrupted';
  return reason === null ? status : `${status} (${reason})`;
}

/** Kinds of extraction errors that the report lists. */
const MOST_FAULTS = 10;

const total = (reasons: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(reasons).reduce((sum: number, n) => sum + (n ?? 0), 0);

/** The non-zero parts of the ledger. */
export function ledger(counts: Counts): string[] {
  const parts: [number, string][] = [
    [counts.stored, 'stored'],
    [counts.notModified, 'not modified'],
    [counts.kept ?? 0, 'kept'],
    [counts.duplicate, 'duplicate'],
    [counts.redirected, 'redirected'],
    [total(counts.skipped), 'skipped'],
    [total(counts.failed), 'failed'],
    [counts.pending, 'pending'],
  ];
  return parts.filter(([n]) => n > 0).map(([n, name]) => `${count(n)} ${name}`);
}

/** Skipped and failed by reason, the most frequent first. */
export function reasonLines({ skipped, failed }: Counts): string[] {
  return (
    [
      ['skipped', skipped],
      ['failed', failed],
    ] as const
  ).flatMap(([name, reasons]) => {
    const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
    if (sorted.length === 0) return [];
    return [`  ${name.padEnd(9)} ${sorted.map(([reason, n]) => `${count(n)} ${reason}`).join(', ')}`];
  });
}

const ITEMS: Readonly<Record<CostLine['item'], string>> = {
  'lambda-duration': 'Lambda, time',
  'lambda-requests': 'Lambda, requests',
  'step-functions-transitions': 'Step Functions',
  'dynamodb-writes': 'DynamoDB, writes',
  'dynamodb-reads': 'DynamoDB, reads',
  's3-puts': 'S3, writes',
  's3-gets': 'S3, reads',
  'secrets-manager-requests': 'Secrets Manager',
};

/** The bill by line item. */
export function costLines({ pricesOf, region, lines, lostUsd }: ExecutionCost, totalUsd: number): string[] {
  const rows = lines.map(({ item, amount, unit, usd: price }): [string, number, string] => {
    const shown = unit === 'GB-second' ? amount.toFixed(1) : count(amount);
    return [ITEMS[item], price, `${shown} ${unit}${amount === 1 ? '' : 's'}`];
  });
  if (lostUsd > 0) rows.push(['reserves', lostUsd, 'of units that never reported']);
  rows.push(['in all', totalUsd, 'without storage and downloads']);
  return [
    `  estimate: on Lambda arm64 at list prices of ${pricesOf} (${region})`,
    ...rows.map(([name, price, what]) => `    ${name.padEnd(18)} ${usd(price).padStart(14)}  ${what}`),
  ];
}

function nextSteps({ execution, status, reason, counts }: ExecutionSummary): string[] {
  const list = `surf tasks ${execution} lists every URL`;
  const write = `surf export ${execution} -o crawl.warc.gz writes the pages`;
  const look = counts.stored + counts.notModified === 0 ? list : `${list}, ${write}`;
  if (status === 'limited' && reason === 'depth') return [look]; // the first line says the rest
  if (status === 'limited') {
    const pending = `${counted(counts.pending, 'URL')} ${counts.pending === 1 ? 'is' : 'are'} pending`;
    if (reason === 'storage')
      return [look, `${pending}: delete executions that nobody needs, then surf resume ${execution} continues`];
    const flag = LIMIT_FLAGS[reason ?? ''] ?? 'pages';
    return [look, `${pending}: surf resume ${execution} --${flag} N continues to a new total`];
  }
  if (status === 'stopped') return [look, `surf resume ${execution} continues where it stopped`];
  if (status === 'paused') return [`surf resume ${execution} continues it`];
  if (reason === GIVEN_UP) return [look, `surf resume ${execution} tries its last wave again`];
  if (status === 'succeeded' || status === 'failed') return [look];
  return [`surf status ${execution} shows how it goes, surf resume ${execution} takes it over if its process has died`];
}

/** Flag that raises a limit, by the limit's name. */
export const LIMIT_FLAGS: Readonly<Record<string, string>> = {
  budget: 'budget-usd',
  seconds: 'seconds',
  bytes: 'total-bytes',
  pages: 'pages',
  pagesPerHost: 'pages-per-host',
  pagesPerLevel: 'pages-per-level',
  depth: 'depth',
};
