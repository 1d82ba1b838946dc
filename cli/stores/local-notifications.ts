import { addTest, deliveriesOf, deliveryView, sendAgain } from '#api/http/saved-deliveries.ts';
import {
  noSubscription,
  rotateSecret,
  saveSubscription,
  secretView,
  subscriptionView,
} from '#api/http/saved-subscriptions.ts';
import type {
  ListedMessage,
  ListedSubscription,
  Notifications,
  SubscriptionOwner,
  SubscriptionWithSecret,
} from '#cli/stores/notifications.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { localMail } from '#compose/local-mail.ts';
import { localWebhooks } from '#compose/local-webhooks.ts';
import { SurfError } from '#core/error.ts';
import { LOCAL_CALLER } from '#core/identity/caller.ts';
import { LOCAL_USER } from '#core/model/local-user.ts';
import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { Subscription } from '#core/notify/subscription.ts';
import { type SubscriptionScope, userScope } from '#core/notify/subscription-scope.ts';
import { deliverDue } from '#engine/notify/deliver-due.ts';

const SECONDS = 30;

const scopeOf = (owner: SubscriptionOwner): SubscriptionScope => (owner === 'mine' ? userScope(LOCAL_USER) : owner);

/**
 * Subscriptions of a data folder. `surf serve` sends their messages; this process itself sends
 * tests and repeated messages.
 */
export class LocalNotifications implements Notifications {
  readonly #surf: () => Embedded;

  constructor(surf: () => Embedded) {
    this.#surf = surf;
  }

  async ofWorkflow(owner: SubscriptionOwner): Promise<ListedSubscription[]> {
    const { subscriptions, clock } = this.#surf();
    return (await subscriptions.ofWorkflow(scopeOf(owner))).map((row) => subscriptionView(row, clock.now()));
  }

  async save(owner: SubscriptionOwner, name: string, subscription: Subscription): Promise<SubscriptionWithSecret> {
    const surf = this.#surf();
    const head = owner === 'mine' ? { owner: LOCAL_USER } : await surf.workflows.head(owner);
    if (head === null) throw new SurfError('WORKFLOW_NOT_FOUND', `there is no workflow ${owner}`);
    const saved = await saveSubscription(surf, {
      of: scopeOf(owner),
      owner: head.owner,
      name,
      subscription,
      caller: LOCAL_CALLER,
      isPrivateOpen: false,
      mail: localMail(surf.data, process.env)?.policy ?? null,
      topics: [],
    });
    return secretView(saved, surf.clock.now());
  }

  async remove(owner: SubscriptionOwner, name: string): Promise<void> {
    const key = { workflow: scopeOf(owner), name };
    if ((await this.#surf().subscriptions.delete(key)) === 'missing') throw noSubscription(key);
  }

  async rotate(owner: SubscriptionOwner, name: string): Promise<SubscriptionWithSecret> {
    const surf = this.#surf();
    return secretView(await rotateSecret(surf, { workflow: scopeOf(owner), name }), surf.clock.now());
  }

  async log(owner: SubscriptionOwner, name: string): Promise<ListedMessage[]> {
    return (await deliveriesOf(this.#surf(), { workflow: scopeOf(owner), name })).map(deliveryView);
  }

  async test(owner: SubscriptionOwner, name: string): Promise<ListedMessage> {
    return await this.#send(await addTest(this.#surf(), { workflow: scopeOf(owner), name }));
  }

  async retry(owner: SubscriptionOwner, name: string, message: string): Promise<ListedMessage> {
    return await this.#send(await sendAgain(this.#surf(), { workflow: scopeOf(owner), name }, message));
  }

  /** Sends the message, unless a server does. */
  async #send(row: DeliveryRow): Promise<ListedMessage> {
    const { subscriptions, clock, random, data } = this.#surf();
    const ports = {
      subscriptions,
      clock,
      random,
      isPrivateOpen: false,
      mayReachPrivate: async () => true,
      callerOf: async () => LOCAL_CALLER,
      send: localWebhooks(),
      mail: localMail(data, process.env),
      topics: null,
    };
    await deliverDue(ports, [row], SECONDS);
    const key = { workflow: row.workflow, name: row.subscription };
    return deliveryView((await subscriptions.delivery(key, row.id)) ?? row);
  }
}
