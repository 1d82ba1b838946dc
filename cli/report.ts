import { printable } from '#cli/printable.ts';
import { bytes, count, counted, duration, rate, usd } from '#cli/quantity.ts';
import type { CostLine } from '#core/cost/prices.ts';
import type { Counts } from '#core/execution/execution.ts';
import type { ExecutionCost, ExecutionSummary, ExecutionView } from '#engine/describe-execution.ts';

/** What crawl, run, resume, continue, pause and stop print with `--json`; `base` and what it saved only where there is one. */
export type Result = Omit<ExecutionSummary, 'base' | 'savedBytes'> &
  Partial<Pick<ExecutionSummary, 'base' | 'savedBytes'>> & { readonly data: string };

export function resultOf(summary: ExecutionSummary, data: string): Result {
  const { execution, status, reason, counts, levels, bytes: size, base, savedBytes } = summary;
  const { seconds, pagesPerSecond, costUsd } = summary;
  const figures = { execution, status, reason, counts, levels, bytes: size, seconds, pagesPerSecond, costUsd };
  return { ...figures, ...(base !== null && { base, savedBytes }), data };
}

/**
 * What a person reads at the end: what was found, how fast, where it lies, what it would have cost.
 * @param where its pages lie
 */
export function endReport(summary: ExecutionSummary & Pick<ExecutionView, 'cost'>, where: string): string[] {
  const { execution, counts, levels, seconds, pagesPerSecond } = summary;
  const pages = counts.stored + counts.notModified;
  const size = pages === 0 ? '' : `, ${bytes(summary.bytes)}`;
  const reached = levels.filter((level) => level.stored + level.notModified > 0);
  const perLevel = reached.map((level) => `${count(level.stored + level.notModified)} on level ${level.level}`);
  return [
    ...wallLines(summary),
    `${execution}: ${ending(summary)} after ${duration(seconds)}`,
    `  found     ${counted(pages, 'page')}${size}, ${rate(pagesPerSecond)}`,
    ...(perLevel.length === 0 ? [] : [`            ${perLevel.join(', ')}`]),
    `  of        ${counted(counts.discovered, 'discovered URL')}: ${ledger(counts).join(', ')}`,
    ...reasonLines(counts),
    ...baseLines(summary),
    `  data      ${printable(where)}`,
    ...costLines(summary.cost, summary.costUsd),
    ...hints(summary),
  ];
}

/** What the base was good for. */
export function baseLines({ base, counts, savedBytes }: ExecutionSummary): string[] {
  if (base === null) return [];
  return [`  base      ${base}: ${counted(counts.notModified, 'page')} not modified, ${bytes(savedBytes)} not fetched`];
}

/** First of all: what a bot wall kept is no page that is missing, and no setting of the crawl brings it. */
function wallLines({ execution, counts }: ExecutionSummary): string[] {
  const { blocked = 0 } = counts.failed;
  if (blocked === 0) return [];
  const stand = blocked === 1 ? 'a bot wall stands before' : 'bot walls stand before';
  return [`${stand} ${counted(blocked, 'URL')}: surf tasks ${execution} --reason blocked lists them`];
}

/** `limited (pages)`; one whose driver is gone is `interrupted`, whatever it did when it was driven. */
export function ending({
  status,
  reason,
  driver,
}: Pick<ExecutionSummary, 'status' | 'reason'> & Partial<Pick<ExecutionView, 'driver'>>): string {
  if (driver === 'gone') return 'interrupted';
  return reason === null ? status : `${status} (${reason})`;
}

const total = (reasons: Readonly<Partial<Record<string, number>>>): number =>
  Object.values(reasons).reduce((sum: number, n) => sum + (n ?? 0), 0);

/** The parts of the ledger that are not zero. */
export function ledger(counts: Counts): string[] {
  const parts: [number, string][] = [
    [counts.stored, 'stored'],
    [counts.notModified, 'not modified'],
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

function hints(summary: ExecutionSummary): string[] {
  const { counts } = summary;
  const isPrivate = counts.stored === 0 && counts.skipped['blocked-address'] !== undefined;
  return [
    ...(isPrivate ? ['addresses of your own machine or network are asked only with --allow-private-network'] : []),
    ...nextSteps(summary),
  ];
}

function nextSteps({ execution, status, reason, counts }: ExecutionSummary): string[] {
  const look = `surf tasks ${execution} lists every URL, surf export ${execution} --format warc --out crawl.warc.gz writes the pages`;
  if (status === 'limited') {
    const flag = LIMIT_FLAGS[reason ?? ''] ?? 'pages';
    return [
      look,
      `${count(counts.pending)} URLs are pending: surf continue ${execution} --${flag} N goes on to a new total`,
    ];
  }
  if (status === 'stopped') return [look, `surf continue ${execution} goes on where it stopped`];
  if (status === 'paused') return [`surf resume ${execution} goes on`];
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
