import type { Quota } from '#api/client/schema.ts';
import { bytes, count, usd } from '#cli/terminal/format.ts';

const WORDS: Readonly<Record<Quota['quota'], string>> = {
  pagesPerDay: 'pages a day',
  pagesPerMonth: 'pages a month',
  usdPerDay: 'cost a day',
  usdPerMonth: 'cost a month',
  storedBytes: 'stored',
  storedBytesOfAll: 'stored by everybody',
};

/** `pages a day: 120 of 1,000 used, 300 set aside for …, 580 left until 2026-11-28 UTC` */
export function quotaLine({ quota, most, used, setAside, left, resetsAt }: Quota): string {
  const figure = (value: number): string => figureOf(quota, value);
  const aside = setAside === 0 ? '' : `, ${figure(setAside)} set aside for executions under way`;
  const until = resetsAt === null ? '' : ` until ${resetsAt.slice(0, 10)} UTC`;
  return `${WORDS[quota]}: ${figure(used)} of ${figure(most)} used${aside}, ${figure(left)} left${until}`;
}

/** How the user gets more of the quota. */
export const quotaRemedy = ({ resetsAt }: Quota): string =>
  resetsAt === null ? 'surf delete ID deletes executions that nobody needs' : `it begins again at ${resetsAt}`;

function figureOf(quota: Quota['quota'], value: number): string {
  if (quota.startsWith('usd')) return usd(value);
  return quota.startsWith('stored') ? bytes(value) : count(Math.floor(value));
}
