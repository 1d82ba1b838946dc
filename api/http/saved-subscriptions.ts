import type { ApiPorts } from '#api/http/api-ports.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { SurfError } from '#core/error.ts';
import type { Caller } from '#core/identity/caller.ts';
import { checkSubscription, type SubscriptionPlace } from '#core/notify/check-subscription.ts';
import { newSecret, ROTATION_MS } from '#core/notify/signing-secret.ts';
import type { Subscription, SubscriptionRow } from '#core/notify/subscription.ts';
import { isUserScope, type SubscriptionScope } from '#core/notify/subscription-scope.ts';
import { MOST_SUBSCRIPTIONS, type SubscriptionKey } from '#core/notify/subscription-store.ts';

/** Attempts to save a change while others write the same subscription. */
const MOST_TRIES = 20;

/** Ports for changing subscriptions. */
export type SubscriptionPorts = Pick<ApiPorts, 'subscriptions' | 'clock' | 'random'>;

/** The subscription that a caller requests. */
export interface AskedSubscription extends Pick<SubscriptionPlace, 'mail' | 'topics'> {
  readonly of: SubscriptionScope;
  readonly owner: string;
  readonly name: string;
  readonly subscription: Subscription;
  readonly caller: Caller;
  /** The server opens private networks to everybody. */
  readonly isPrivateOpen: boolean;
}

/** A subscription, and the secret of a webhook if it is new. */
export interface SavedSubscription {
  readonly row: SubscriptionRow;
  readonly secret: string | null;
}

/**
 * Creates or changes a subscription. It reports no event from before it was made; an added event
 * counts from when it was added.
 * @throws SurfError SUBSCRIPTION_INVALID, also for one too many, EXPRESSION_INVALID, RIGHT_MISSING,
 * STATE_CONFLICT
 */
export async function saveSubscription(
  ports: SubscriptionPorts,
  { of, owner, name, subscription, caller, isPrivateOpen, ...place }: AskedSubscription,
): Promise<SavedSubscription> {
  if (subscription.allowPrivateNetwork && !isPrivateOpen && !caller.rights.allowPrivateNetwork)
    throw new SurfError('RIGHT_MISSING', 'allowPrivateNetwork needs the right of this name', {
      remedy: 'leave it out, or ask an administrator of this deployment',
    });
  checkSubscription(subscription, {
    allowPrivateNetwork: isPrivateOpen || subscription.allowPrivateNetwork,
    ...place,
  });
  const key = { workflow: of, name };
  const secret = newSecret(ports.random);
  const { row, isNew } = await changed(ports, key, async (there) => {
    if (there === null) await refuseTooMany(ports, key);
    const now = Math.floor(ports.clock.now());
    return {
      ...(there ?? { ...emptyRow(key, now), owner, secret }),
      subscription,
      role: caller.role,
      updatedAt: now,
      from: beginnings(there, subscription, now),
    };
  });
  return { row, secret: isNew && subscription.url !== null ? secret : null };
}

/**
 * Replaces the secret; the old one also signs for another day.
 * @returns the subscription with the new secret
 */
export async function rotateSecret(ports: SubscriptionPorts, key: SubscriptionKey): Promise<SavedSubscription> {
  const secret = newSecret(ports.random);
  const { row } = await changed(ports, key, async (there) => {
    if (there === null) throw noSubscription(key);
    const until = Math.floor(ports.clock.now()) + ROTATION_MS;
    return { ...there, secret, oldSecret: { secret: there.secret, until } };
  });
  return { row, secret };
}

/** Saves a change of the newest version, also while others write. */
async function changed(
  { subscriptions }: SubscriptionPorts,
  key: SubscriptionKey,
  change: (there: SubscriptionRow | null) => Promise<Omit<SubscriptionRow, 'version'>>,
): Promise<{ row: SubscriptionRow; isNew: boolean }> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const there = await subscriptions.find(key);
    const row = { ...(await change(there)), version: (there?.version ?? 0) + 1 };
    if ((await subscriptions.save(row)) === 'saved') return { row, isNew: there === null };
  }
  throw new SurfError('STATE_CONFLICT', `subscription ${key.name} was changed by others at the same time`, {
    remedy: 'send the request again',
    retryable: true,
  });
}

async function refuseTooMany({ subscriptions }: SubscriptionPorts, { workflow }: SubscriptionKey): Promise<void> {
  if ((await subscriptions.ofWorkflow(workflow)).length < MOST_SUBSCRIPTIONS) return;
  throw new SurfError(
    'SUBSCRIPTION_INVALID',
    `a workflow, and a user, has at most ${MOST_SUBSCRIPTIONS} subscriptions`,
    {
      remedy: 'delete one, or change an existing one',
    },
  );
}

const emptyRow = ({ workflow, name }: SubscriptionKey, now: number) => ({
  v: 1 as const,
  workflow,
  name,
  createdAt: now,
  oldSecret: null,
  followed: [],
  ignoredUntil: 0,
  pending: [],
  leftOut: 0,
  messageAt: 0,
});

/** Start times of the subscription's events. */
function beginnings(there: SubscriptionRow | null, { events, enabled }: Subscription, now: number) {
  const before = there?.subscription.enabled === true || !enabled ? (there?.from ?? {}) : {};
  return Object.fromEntries(events.map((name) => [name, before[name] ?? now]));
}

export const noSubscription = ({ workflow, name }: SubscriptionKey): SurfError =>
  new SurfError(
    'SUBSCRIPTION_NOT_FOUND',
    isUserScope(workflow) ? `you have no subscription ${name}` : `workflow ${workflow} has no subscription ${name}`,
    {
      remedy: 'surf notify, or GET …/subscriptions, lists them; --name NAME takes one of another name',
    },
  );

/** A subscription as API and command show it; times are ISO 8601 UTC. */
export const subscriptionView = ({ subscription, workflow, name, owner, ...row }: SubscriptionRow, now: number) => ({
  ...subscription,
  workflow: isUserScope(workflow) ? null : workflow,
  name,
  owner,
  createdAt: isoTime(row.createdAt),
  updatedAt: isoTime(row.updatedAt),
  pending: row.pending.length,
  oldSecretUntil: row.oldSecret === null || row.oldSecret.until <= now ? null : isoTime(row.oldSecret.until),
});

/** A subscription with its secret, which is shown once. */
export const secretView = ({ row, secret }: SavedSubscription, now: number) => ({
  ...subscriptionView(row, now),
  secret,
});
