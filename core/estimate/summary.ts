import type { Estimate, LimitName } from '#core/estimate/estimate.ts';
import type { EstimateRange } from '#core/estimate/range.ts';
import type { SiteSample, UnreadLinks } from '#core/estimate/site-sample.ts';

type Figures = Pick<Estimate, 'pages' | 'seconds' | 'costUsd' | 'pace' | 'limitedBy' | 'sample'>;

/** Facts that the sentence needs beside the figures. */
export interface SummaryFacts {
  readonly fault: SiteSample['fault'];
  /** Sample or sitemap show how large the site is at most. */
  readonly endIsKnown: boolean;
}

/** The estimate in one sentence, and where the crawl ends in another. */
export function summaryOf(figures: Figures, { fault, endIsKnown }: SummaryFacts): string {
  const { pages, limitedBy, sample } = figures;
  if (sample.pages === 0) return nothing(fault, pages);
  // A bound that no page was seen for is not part of the estimate.
  const isBounded = endIsKnown || limitedBy?.certain === true;
  const shown = isBounded ? figures : upwards(figures);
  const cause = causeOf(figures);
  const words = [
    `${between(shown.pages, grouped)} pages`,
    `${inTime(shown.seconds)}${cause === '' ? '' : ` (${cause})`}`,
    shown.costUsd === null ? 'no cost: this machine crawls' : `${between(shown.costUsd, money)} USD`,
  ].join(', ');
  const sentence = isBounded && pages.low !== pages.high ? `about ${words}` : words;
  const unread = unreadSentence(sample.unreadLinks);
  const end = `${endOf(figures, isBounded)}${unread === null ? '' : ` ${unread}`}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${end}`;
}

const upwards = ({ pages, seconds, costUsd, ...rest }: Figures): Figures => ({
  ...rest,
  pages: { ...pages, high: null },
  seconds: { ...seconds, high: null },
  costUsd: costUsd === null ? null : { ...costUsd, high: null },
});

function nothing(fault: SiteSample['fault'], { high }: EstimateRange): string {
  const why =
    fault === null ? 'no seed could be requested in its time' : `${fault.url}: ${fault.reason} (${fault.message})`;
  const most = high === null ? '' : ` The limits of the workflow end it at ${grouped(high)} pages.`;
  return `The sample got no page, so nothing is known of the crawl: ${why}.${most}`;
}

/** Remedy if the sample got no page. It names no address, which may come from a site. */
export const remedyOf = (fault: SiteSample['fault']): string =>
  (fault === null ? undefined : REMEDIES[fault.reason]) ?? 'request the address yourself, with curl -sI';

const REMEDIES: Readonly<Record<string, string>> = {
  'blocked-address': 'surf estimate with --allow-private-network asks private addresses, too',
  robots: 'give seeds that robots.txt allows, or ask the owner of the site',
  'robots-unreachable': 'request its robots.txt yourself, with curl -sI; --robots-error allow takes 5xx for no rules',
  dns: 'surf doctor checks the network of this machine; correct the seed where it names no host',
  connect: 'surf doctor checks the network of this machine; start the server, or correct port and scheme of the seed',
};

/** Sentence on the end of the crawl: the limit that ends it, or that none is known. */
function endOf({ pages, seconds, limitedBy }: Figures, isBounded: boolean): string {
  if (limitedBy === null) return isBounded ? '' : ' Nothing shows where the site ends.';
  const limit = `limit ${NAMES[limitedBy.limit]}`;
  if (limitedBy.certain) return ` The ${limit} ends it.`;
  if (isBounded || pages.high === null || seconds.high === null) return ` The ${limit} may end it.`;
  return ` The sample does not show where the site ends: the ${limit} ends it at ${grouped(pages.high)} pages, after ${longest(seconds.high)} at most.`;
}

const NAMES: Readonly<Record<LimitName, string>> = {
  pages: 'limits.pages',
  pagesPerHost: 'limits.pagesPerHost',
  pagesPerLevel: 'limits.pagesPerLevel',
  totalBytes: 'limits.totalBytes',
  seconds: 'limits.seconds',
  budgetUsd: 'limits.budgetUsd',
  depth: 'limits.depth',
  sample: 'of sample.walks and sample.steps',
};

function causeOf({ pace }: Figures): string {
  if (pace === null) return '';
  const every = `${Number(pace.seconds.toPrecision(2))} s`;
  const on = pace.host === null ? '' : ` on ${pace.host}`;
  switch (pace.cause) {
    case 'crawl-delay':
      return `crawl delay of ${every}${on} binds`;
    case 'delay':
      return `delay of ${every}${on} binds`;
    case 'bandwidth':
      return `bandwidth of one request in ${every}${on} binds`;
    case 'latency':
      return `answers after ${every}${on} bind`;
    case 'address':
      return `one request in ${every} to the address of several hosts binds`;
    case 'rate':
      return `rate of one request in ${every} for all hosts binds`;
    case 'hosts-at-once':
      return 'the number of hosts at once binds';
  }
}

const UNITS = [
  { name: 'days', seconds: 86_400, from: 2 * 86_400 },
  { name: 'hours', seconds: 3_600, from: 2 * 3_600 },
  { name: 'minutes', seconds: 60, from: 120 },
  { name: 'seconds', seconds: 1, from: 0 },
] as const;

/** In one unit; where the shorter time is less than half of it, each in its own. */
function inTime(range: EstimateRange): string {
  const { low, high } = range;
  const unit = unitOf(high ?? low);
  if (high === null || low === 0 || low >= unit.seconds / 2)
    return `${between(range, (n) => grouped(n), 1 / unit.seconds)} ${unit.name}`;
  const short = unitOf(low);
  const [from, to] = [rounded(low / short.seconds, Math.floor), rounded(high / unit.seconds, Math.ceil)];
  return `${grouped(from)} ${short.name} to ${grouped(to)} ${unit.name}`;
}

type TimeUnit = (typeof UNITS)[number];

const unitOf = (seconds: number): TimeUnit => UNITS.find(({ from }) => seconds >= from) ?? UNITS[3];

function longest(seconds: number): string {
  const unit = unitOf(seconds);
  return `${grouped(rounded(seconds / unit.seconds, Math.ceil))} ${unit.name}`;
}

/** `1,200 to 1,900`, to two figures, the bounds away from each other; `at least 1,200`. */
function between({ low, high }: EstimateRange, shown: (n: number) => string, times = 1): string {
  if (high === null) return `at least ${shown(rounded(low * times, Math.floor))}`;
  if (low === high && times === 1) return shown(low);
  const [from, to] = [shown(rounded(low * times, Math.floor)), shown(rounded(high * times, Math.ceil))];
  return from === to ? to : `${from} to ${to}`;
}

function rounded(value: number, round: (value: number) => number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  // Twice, so that 0.30000000000000004 is no more than 0.3.
  return Number((round(Number((value / step).toPrecision(12))) * step).toPrecision(2));
}

const grouped = (n: number): string => {
  const [whole = '', part] = String(n < 10 ? n : Math.round(n)).split('.');
  return `${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${part === undefined ? '' : `.${part}`}`;
};

/** Without an exponent: `0.0004`. */
const money = (usd: number): string => (usd >= 1 ? grouped(usd) : usd.toFixed(9).replace(/0+$/, '').replace(/\.$/, ''));

const WHY: Readonly<Record<UnreadLinks, string>> = {
  'links-of-a-page': 'only the first 2,000 links of a page are read',
  'bytes-of-a-page': 'pages over 2 MB have links that are not read',
  'bytes-of-all': 'the sample ended after 20 MB of pages and links',
};

/** Remedy for unread links, for the first lines that a user sees; null: all links were read. */
function unreadSentence(unread: readonly UnreadLinks[]): string | null {
  if (unread.length === 0) return null;
  const why = unread.map((reason) => WHY[reason]).join(', and ');
  return `The sample did not read all links (${why}): the site can be larger. Give limits.pages, or sitemaps that list its pages.`;
}
