import type { ApiPorts } from '#api/http/api-ports.ts';
import { noSubscription } from '#api/http/saved-subscriptions.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { SurfError } from '#core/error.ts';
import { type DeliveryRow, messageIdOf } from '#core/notify/delivery.ts';
import { MESSAGE_TYPE } from '#core/notify/news-name.ts';
import type { SubscriptionKey } from '#core/notify/subscription-store.ts';

type DeliveryPorts = Pick<ApiPorts, 'subscriptions' | 'clock' | 'random'>;

/** Executions that a message lists by name. */
const SHOWN_EXECUTIONS = 10;
/** Test messages of one subscription that may wait. */
const MOST_TESTS = 5;

/** All messages of a subscription, newest first. @throws SurfError SUBSCRIPTION_NOT_FOUND */
export async function deliveriesOf({ subscriptions }: DeliveryPorts, key: SubscriptionKey): Promise<DeliveryRow[]> {
  if ((await subscriptions.find(key)) === null) throw noSubscription(key);
  return await subscriptions.deliveries(key);
}

/**
 * Adds a message that only says that it is a test; the notifier sends it next.
 * @throws SurfError SUBSCRIPTION_NOT_FOUND; STATE_CONFLICT while too many wait
 */
export async function addTest(ports: DeliveryPorts, key: SubscriptionKey): Promise<DeliveryRow> {
  const waiting = (await deliveriesOf(ports, key)).filter(({ isTest, state }) => isTest && state === 'waiting');
  if (waiting.length >= MOST_TESTS)
    throw new SurfError('STATE_CONFLICT', `${MOST_TESTS} tests wait for this target already`, {
      remedy: 'surf notify WORKFLOW --log shows their outcome',
    });
  const now = Math.floor(ports.clock.now());
  const row: DeliveryRow = {
    v: 1,
    id: messageIdOf([key.workflow, key.name, 'test', ports.random()]),
    workflow: key.workflow,
    subscription: key.name,
    version: 1,
    createdAt: now,
    isTest: true,
    news: [],
    leftOut: 0,
    state: 'waiting',
    round: 1,
    attempts: 0,
    claim: null,
    nextTryAt: now,
    last: null,
  };
  await ports.subscriptions.saveDelivery(row);
  return row;
}

/**
 * Sends a message again with its id, also one that was delivered.
 * @throws SurfError MESSAGE_NOT_FOUND; STATE_CONFLICT while it is sent
 */
export async function sendAgain(ports: DeliveryPorts, key: SubscriptionKey, id: string): Promise<DeliveryRow> {
  const there = await ports.subscriptions.delivery(key, id);
  if (there === null)
    throw new SurfError('MESSAGE_NOT_FOUND', `subscription ${key.name} has no message ${id}`, {
      remedy: 'surf notify WORKFLOW --log, or GET …/deliveries, lists them',
    });
  const { version, round } = there;
  const row: DeliveryRow = {
    ...there,
    version: version + 1,
    round: round + 1,
    state: 'waiting',
    attempts: 0,
    nextTryAt: ports.clock.now(),
  };
  if ((await ports.subscriptions.saveDelivery(row)) === 'saved') return row;
  throw new SurfError('STATE_CONFLICT', `message ${id} is being sent`, { remedy: 'look at it again in a minute' });
}

/** A message as API and command show it; times are ISO 8601 UTC. */
export const deliveryView = ({ id, createdAt, isTest, news, state, attempts, nextTryAt, last }: DeliveryRow) => ({
  id,
  createdAt: isoTime(createdAt),
  types: isTest ? ['test'] : [...new Set(news.map(({ name }) => MESSAGE_TYPE[name]))],
  events: news.length,
  executions: [...new Set(news.map(({ execution }): string => execution))].slice(0, SHOWN_EXECUTIONS),
  state,
  attempts,
  nextTryAt: nextTryAt === null ? null : isoTime(nextTryAt),
  last: last === null ? null : { ...last, at: isoTime(last.at) },
});
