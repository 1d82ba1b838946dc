import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import { MESSAGE_TYPE } from '#core/notify/news-name.ts';
import { isUserScope } from '#core/notify/subscription-scope.ts';

/**
 * The body of a message, as JSON: the same at each try. One event has its own type; several come as
 * a `digest`.
 */
export function bodyOf({ workflow, subscription, createdAt, isTest, news, leftOut }: DeliveryRow): string {
  const of = isUserScope(workflow) ? { subscription } : { workflow, subscription };
  const [first] = news;
  if (isTest || first === undefined) return JSON.stringify({ type: 'test', timestamp: iso(createdAt), data: of });
  if (news.length === 1 && leftOut === 0) {
    const { type, timestamp, data } = eventOf(first);
    return JSON.stringify({ type, timestamp, data: { ...of, ...data } });
  }
  const events = news.map(eventOf);
  return JSON.stringify({ type: 'digest', timestamp: iso(createdAt), data: { ...of, events, leftOut } });
}

function eventOf({
  key: _,
  owner: _owner,
  name,
  at,
  startedAt,
  endedAt,
  budgetUsd,
  pages,
  workflow,
  ...item
}: NewsItem) {
  const data = {
    ...item,
    ...(workflow !== null && { workflow }),
    startedAt: startedAt === null ? null : iso(startedAt),
    endedAt: endedAt === null ? null : iso(endedAt),
    ...(budgetUsd !== null && { budgetUsd }),
    ...(pages !== null && { pages }),
  };
  return { type: MESSAGE_TYPE[name], timestamp: iso(at), data };
}

const iso = (at: number): string => new Date(at).toISOString();
