import { htmlText } from '#core/model/html-text.ts';
import { printable } from '#core/model/printable.ts';
import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { MailContent } from '#core/notify/message-sender.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import type { NewsName } from '#core/notify/news-name.ts';
import { isUserScope } from '#core/notify/subscription-scope.ts';

const MOST_SUBJECT = 150;
const STYLE = 'font:15px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem';

/** Section of an e-mail on one event. */
interface Section {
  readonly title: string;
  readonly rows: readonly (readonly [label: string, value: string])[];
  /** Addresses of pages: bytes of the web. */
  readonly pages: readonly string[];
}

/**
 * A message as an e-mail: the same at each try. Names and URLs are shown as text, with marks of
 * markup, line ends and controls escaped. A URL is not a link: the author of the page chose it.
 */
export function mailOf({ workflow, subscription, isTest, news, leftOut }: DeliveryRow): MailContent {
  const [first] = news;
  const sections = isTest || first === undefined ? [TEST] : news.map(sectionOf);
  const title =
    first === undefined || sections.length === 1
      ? (sections[0]?.title ?? '')
      : `${news.length + leftOut} events of ${first.executionName}`;
  const footer = isUserScope(workflow)
    ? `Your subscription ${subscription} of all workflows.`
    : `Subscription ${subscription} of workflow ${workflow}.`;
  const more = leftOut === 0 ? [] : [`The message leaves out ${leftOut} more events.`];
  return {
    subject: printable(`Surf: ${title}`).slice(0, MOST_SUBJECT),
    text: [...sections.map(textOf), ...more, footer].join('\n\n'),
    html: [
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">`,
      `<title>${htmlText(title)}</title></head><body style="${STYLE}">`,
      ...sections.map(htmlOf),
      ...[...more, footer].map((line) => `<p>${htmlText(line)}</p>`),
      '</body></html>',
    ].join('\n'),
  };
}

const TEST: Section = {
  title: 'a test message',
  rows: [['Meaning', 'This address receives events of the executions of a workflow.']],
  pages: [],
};

const TITLES: Readonly<Record<NewsName, (item: NewsItem) => string>> = {
  started: ({ executionName }) => `${executionName} has started`,
  ended: ({ executionName, status }) => `${executionName} has ended: ${status}`,
  limited: ({ executionName, reason }) => `${executionName} ended at a limit: ${reason ?? 'unknown'}`,
  failed: ({ executionName, reason }) => `${executionName} has failed: ${reason ?? 'unknown'}`,
  'budget-80': ({ executionName }) => `${executionName} has used 80 % of its budget`,
  'nothing-fetched': ({ executionName }) => `${executionName} ended without one page`,
  'page-changed': ({ executionName, pages }) => `${pages?.count ?? 0} pages of ${executionName} changed`,
  'new-pages': ({ executionName, pages }) => `${pages?.count ?? 0} new pages of ${executionName}`,
};

function sectionOf(item: NewsItem): Section {
  const { execution, workflow, status, reason, startedAt, endedAt, counts, bytes, costUsd, budgetUsd, pages } = item;
  const { discovered, stored, notModified, kept = 0, skipped, failed } = counts;
  const keptWords = kept > 0 ? `, ${kept} kept` : '';
  const rows: [string, string | null][] = [
    ['Execution', execution],
    ['Workflow', workflow],
    ['Status', reason === null ? status : `${status} (${reason})`],
    ['Began', timeOf(startedAt)],
    ['Ended', timeOf(endedAt)],
    [
      'URLs',
      `${discovered} known, ${stored} stored, ${notModified} not modified${keptWords}, ${skipped} skipped, ${failed} failed`,
    ],
    ['Bytes', String(bytes)],
    ['Cost', budgetUsd === null ? `${usd(costUsd)} USD` : `${usd(costUsd)} of ${budgetUsd} USD`],
    ['Compared with', pages === null ? null : pages.comparedWith],
    ['Not compared', pages === null ? null : pages.notCompared],
    ['Unchecked', pages === null || pages.unchecked === 0 ? null : `${pages.unchecked} pages with other bytes`],
  ];
  const named = pages?.named.map(({ what, url }) => `${what}: ${url}`) ?? [];
  const unnamed = (pages?.count ?? 0) - named.length;
  return {
    title: TITLES[item.name](item),
    rows: rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    pages: [...named, ...(unnamed > 0 ? [`and ${unnamed} more`] : [])],
  };
}

/** Six digits, as `surf status` has: a crawl of a few pages costs less than a thousandth. */
const usd = (amount: number): string => amount.toFixed(amount >= 1 ? 2 : 6);

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

const textOf = ({ title, rows, pages }: Section): string =>
  [title, ...rows.map(([label, value]) => `${label}: ${value}`), ...pages.map((page) => `- ${page}`)]
    .map(printable)
    .join('\n');

const htmlOf = ({ title, rows, pages }: Section): string =>
  [
    `<h2>${htmlText(title)}</h2><table>`,
    ...rows.map(([label, value]) => `<tr><th align="left">${htmlText(label)}</th><td>${htmlText(value)}</td></tr>`),
    '</table>',
    ...(pages.length === 0 ? [] : [`<ul>${pages.map((page) => `<li>${htmlText(page)}</li>`).join('')}</ul>`]),
  ].join('\n');
