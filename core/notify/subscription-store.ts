import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import type { SubscriptionScope } from '#core/notify/subscription-scope.ts';

/** Most subscriptions of one workflow, and of one user. */
export const MOST_SUBSCRIPTIONS = 10;
/** Finished messages of a subscription to keep: the newest. */
export const KEPT_DELIVERIES = 100;

/** Names a subscription. */
export interface SubscriptionKey {
  readonly workflow: SubscriptionScope;
  readonly name: string;
}

/**
 * Subscriptions of saved workflows and of users, and their messages (S24).
 *
 * Every adapter promises, and `test/contract/notify/subscription-store.ts` checks:
 * - `save` and `saveDelivery` store version 1 only where there is none, version n only over n − 1;
 *   of calls at once exactly one returns `saved`, and so does a repetition of that
 *   call;
 * - `all` has every subscription whose `save` returned before, by workflow and name;
 * - `waiting` has every message that waits and whose `saveDelivery` returned before, of all
 *   subscriptions;
 * - `delete` of a subscription deletes its messages;
 * - `keepNewest` deletes messages that are done, the oldest first, and never one that waits.
 */
export interface SubscriptionStore {
  save(row: SubscriptionRow): Promise<'saved' | 'conflict'>;
  find(key: SubscriptionKey): Promise<SubscriptionRow | null>;
  /** Subscriptions of one workflow, or of one user, by name. */
  ofWorkflow(workflow: SubscriptionScope): Promise<SubscriptionRow[]>;
  all(): Promise<SubscriptionRow[]>;
  delete(key: SubscriptionKey): Promise<'deleted' | 'missing'>;

  saveDelivery(row: DeliveryRow): Promise<'saved' | 'conflict'>;
  delivery(key: SubscriptionKey, id: string): Promise<DeliveryRow | null>;
  /** All messages of a subscription, newest first. */
  deliveries(key: SubscriptionKey): Promise<DeliveryRow[]>;
  /** Messages of all subscriptions that wait to be sent, in no order. */
  waiting(): Promise<DeliveryRow[]>;
  /** @param count of messages that are done */
  keepNewest(key: SubscriptionKey, count: number): Promise<void>;
}
