import { bytes, count, counted, duration, usd } from '#cli/terminal/format.ts';
import { wrapped } from '#cli/terminal/wrapped.ts';
import type { Estimate } from '#core/estimate/estimate.ts';
import type { EstimateRange, EstimateSource } from '#core/estimate/range.ts';
import { printable } from '#core/model/printable.ts';

const WIDTH = 98;

/** `surf estimate`: the sentence, then each figure with what it is derived from. */
export function estimateLines(estimate: Estimate): string[] {
  const { summary, remedy, pages, requests, seconds, costUsd, notes, sample } = estimate;
  const figures: [name: string, range: EstimateRange, shown: (n: number) => string][] = [
    ['pages', pages, count],
    ['requests', requests, count],
    ['bytes', estimate.bytes, bytes],
    ['stored', estimate.storedBytes, bytes],
    ['time', seconds, duration],
    ...(costUsd === null ? [] : [['cost', costUsd, usd] as [string, EstimateRange, typeof usd]]),
  ];
  return [
    printable(summary),
    ...(remedy === null ? [] : [printable(remedy)]),
    ...(sample.pages === 0
      ? []
      : figures.map(([name, range, shown]) => row(name, between(range, shown), sources(range)))),
    ...pageSize(estimate),
    ...limitLine(estimate),
    row('sample', `${counted(sample.pages, 'page')} of ${counted(sample.hosts, 'host')}`, lookedAt(estimate)),
    ...notes.flatMap((note) => wrapped(`  ${printable(note)}`, WIDTH)),
  ];
}

const row = (name: string, value: string, more: string): string =>
  `  ${name.padEnd(9)} ${value.padEnd(34)} ${more}`.trimEnd();

function between({ low, high }: EstimateRange, shown: (n: number) => string): string {
  if (high === null) return `at least ${shown(low)}`;
  return low === high ? shown(low) : `${shown(low)} to ${shown(high)}`;
}

const FROM: Readonly<Record<EstimateSource, string>> = {
  sitemap: 'the sitemap',
  limit: 'a limit',
  sample: 'the sample',
  unknown: 'unknown',
};

function sources({ lowFrom, highFrom }: EstimateRange): string {
  if (lowFrom === highFrom) return `from ${FROM[lowFrom]}`;
  return highFrom === 'unknown'
    ? `from ${FROM[lowFrom]}; above unknown`
    : `low from ${FROM[lowFrom]}, high from ${FROM[highFrom]}`;
}

const pageSize = ({ pageBytes }: Estimate): string[] =>
  pageBytes === null
    ? []
    : [row('a page', `${bytes(pageBytes.median)} median, ${bytes(pageBytes.p90)} p90`, 'from the sample')];

const limitLine = ({ limitedBy }: Estimate): string[] =>
  limitedBy === null
    ? []
    : [
        row(
          'limit',
          limitedBy.limit,
          limitedBy.certain ? 'ends it first' : 'ends it first, if the site is large enough',
        ),
      ];

function lookedAt({ sample }: Estimate): string {
  const files = sample.sitemaps + sample.sitemapsUnread;
  const sitemaps = files === 0 ? 'no sitemap' : `${count(sample.sitemaps)} of ${counted(files, 'sitemap file')}`;
  return `${sitemaps}; ${counted(sample.requests, 'request')} in ${duration(sample.seconds)}`;
}
