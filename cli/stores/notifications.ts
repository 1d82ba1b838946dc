import type { WorkflowId } from '#core/model/ids.ts';
import type { Subscription } from '#core/notify/subscription.ts';

/** A subscription as `surf notify` shows it. Times are ISO 8601 UTC. */
export interface ListedSubscription extends Subscription {
  readonly name: string;
  /** Events for the next message. */
  readonly pending: number;
  readonly oldSecretUntil: string | null;
}

/** A subscription with the secret of its webhook; null if it has none, or an unchanged one. */
export interface SubscriptionWithSecret extends ListedSubscription {
  readonly secret: string | null;
}

/** A message as `surf notify --log` shows it. */
export interface ListedMessage {
  readonly id: string;
  readonly createdAt: string;
  readonly types: readonly string[];
  readonly events: number;
  readonly executions: readonly string[];
  readonly state: string;
  readonly attempts: number;
  readonly nextTryAt: string | null;
  readonly last: {
    readonly at: string;
    readonly status: number | null;
    readonly why: string | null;
    readonly note: string | null;
    readonly ms: number;
  } | null;
}

/** Scope of subscriptions: a workflow, or all that the user may read. */
export type SubscriptionOwner = WorkflowId | 'mine';

/** Subscriptions to saved workflows, and the user's own. */
export interface Notifications {
  ofWorkflow(workflow: SubscriptionOwner): Promise<readonly ListedSubscription[]>;
  /** @throws SurfError SUBSCRIPTION_INVALID, EXPRESSION_INVALID, RIGHT_MISSING */
  save(workflow: SubscriptionOwner, name: string, subscription: Subscription): Promise<SubscriptionWithSecret>;
  /** @throws SurfError SUBSCRIPTION_NOT_FOUND, like every method below */
  remove(workflow: SubscriptionOwner, name: string): Promise<void>;
  rotate(workflow: SubscriptionOwner, name: string): Promise<SubscriptionWithSecret>;
  /** Messages, newest first. */
  log(workflow: SubscriptionOwner, name: string): Promise<readonly ListedMessage[]>;
  /** Sends a message of the type test. A server answers before it sends the message. */
  test(workflow: SubscriptionOwner, name: string): Promise<ListedMessage>;
  /** Sends a message again. @throws SurfError MESSAGE_NOT_FOUND */
  retry(workflow: SubscriptionOwner, name: string, message: string): Promise<ListedMessage>;
}
