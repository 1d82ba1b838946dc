import type { Clock } from '#core/model/clock.ts';
import { type DeliveryRow, messageIdOf } from '#core/notify/delivery.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { KEPT_DELIVERIES, type SubscriptionStore } from '#core/notify/subscription-store.ts';

export interface MakeMessagesPorts {
  readonly subscriptions: SubscriptionStore;
  readonly clock: Clock;
}

/** Messages of a subscription that wait for its target; further news wait with it. */
const MOST_WAITING = 50;
const MINUTE_MS = 60_000;

/**
 * Makes messages of the news of a subscription, when it is time for one. A message is named after
 * the first of its news: made again after a death between its two writes it is the same one.
 *
 * @param row as it is stored: only stored news go into messages
 * @param waiting messages of the subscription that wait to be sent
 * @returns the messages that were made
 */
export async function makeMessages(
  ports: MakeMessagesPorts,
  row: SubscriptionRow,
  waiting: number,
): Promise<DeliveryRow[]> {
  const now = ports.clock.now();
  const { pending, messageAt, subscription } = row;
  const room = MOST_WAITING - waiting;
  if (pending.length === 0 || room <= 0) return [];
  if (now < messageAt + subscription.atMostEveryMinutes * MINUTE_MS) return [];
  const isDigest = subscription.atMostEveryMinutes > 0 || pending.length > room;
  const groups = isDigest ? [pending] : pending.map((item) => [item]);
  const made: DeliveryRow[] = [];
  const taken = new Set<NewsItem>();
  for (const [i, news] of groups.entries()) {
    const leftOut = i === groups.length - 1 ? row.leftOut : 0;
    const message = messageOf(row, { news, leftOut, now, place: i });
    const inside = await store(ports, message);
    for (const item of news) if (inside.news.has(nameOf(item))) taken.add(item);
    if (inside.isNew) made.push(message);
  }
  const left = pending.filter((item) => !taken.has(item));
  const { version, workflow, name } = row;
  // Who writes at the same time has made the same messages, or finds them made.
  await ports.subscriptions.save({ ...row, version: version + 1, pending: left, leftOut: 0, messageAt: now });
  await ports.subscriptions.keepNewest({ workflow, name }, KEPT_DELIVERIES);
  return made;
}

/** @returns the news of the message that is stored, which may be one that was made before */
async function store(
  { subscriptions }: MakeMessagesPorts,
  message: DeliveryRow,
): Promise<{ readonly isNew: boolean; readonly news: ReadonlySet<string> }> {
  if ((await subscriptions.saveDelivery(message)) === 'saved')
    return { isNew: true, news: new Set(message.news.map(nameOf)) };
  const key = { workflow: message.workflow, name: message.subscription };
  const there = await subscriptions.delivery(key, message.id);
  return { isNew: false, news: new Set(there?.news.map(nameOf)) };
}

const nameOf = ({ execution, key }: NewsItem): string => `${execution}/${key}`;

function messageOf(
  { workflow, name, createdAt }: SubscriptionRow,
  { news, leftOut, now, place }: { news: NewsItem[]; leftOut: number; now: number; place: number },
): DeliveryRow {
  const [first] = news;
  return {
    v: 1,
    id: messageIdOf([workflow, name, createdAt, first?.execution ?? '', first?.key ?? '']),
    workflow,
    subscription: name,
    version: 1,
    createdAt: now + place, // messages of one look are sent and listed in the order of their events
    isTest: false,
    news,
    leftOut,
    state: 'waiting',
    round: 1,
    attempts: 0,
    claim: null,
    nextTryAt: now,
    last: null,
  };
}
