import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import { ExecutionId, type WorkflowId } from '#core/model/ids.ts';
import { messageIdOf } from '#core/notify/delivery.ts';
import { Subscription } from '#core/notify/subscription.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { createTopic, MAIL_DOMAIN, SENDER, TOPIC, verifyIdentity } from '#test/deploy/deployed/deployed-channels.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { invoke } from '#test/deploy/grants/deployment-grants.ts';
import { type Check, expectSame } from '#test/deploy/grants/deployment-grants-checks.ts';
import type { Site } from '#test/site/site.ts';

/** The watchdog sends a message that waits, by each channel. */
export function messageChecks(surf: EmulatedDeployment, site: Site): readonly Check[] {
  const mail = (identity: string) => async (): Promise<void> => {
    const remove = await verifyIdentity(surf, identity);
    await tell(surf, { email: [`anna@${MAIL_DOMAIN}`] }).finally(remove);
  };
  return [
    {
      name: 'a message that waits',
      run: async () => await tell(surf, { url: `${site.origin(0)}/leaf`, allowPrivateNetwork: true }),
    },
    { name: 'an e-mail, its address verified', run: mail(SENDER) },
    { name: 'an e-mail, its domain verified', run: mail(MAIL_DOMAIN) },
    {
      name: 'a message to a topic',
      run: async () => {
        await createTopic(surf);
        await tell(surf, { topic: TOPIC });
      },
    },
    {
      name: 'a message to the operator',
      run: async () => {
        expectSame('watchdog', await invoke(surf, 'watchdog', {}), 'done'); // has looked before
        await failed(surf);
        expectSame('watchdog', await invoke(surf, 'watchdog', {}), 'done');
      },
    },
  ];
}

/** A crawl that failed just now. */
async function failed(surf: EmulatedDeployment): Promise<void> {
  const now = Date.now();
  const id = ExecutionId.parse(`x${now.toString(36)}failed`);
  const row = { id, createdAt: now, status: 'failed', reason: 'advance', endedAt: now, deadlineAt: null } as const;
  await surf.ports().catalog.createExecution(sampleExecution(row));
}

/** @param channel of the subscription @throws when its message is not delivered */
async function tell(surf: EmulatedDeployment, channel: object): Promise<void> {
  const { subscriptions } = surf.ports();
  const now = Date.now();
  const key = { workflow: `w${now.toString(36)}told` as WorkflowId, name: 'ops' };
  await subscriptions.save({
    v: 1,
    ...key,
    owner: DEPLOYMENT_USER,
    role: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    secret: 'whsec_AAAA',
    oldSecret: null,
    from: {},
    followed: [],
    ignoredUntil: now,
    pending: [],
    leftOut: 0,
    messageAt: 0,
    subscription: Subscription.parse({ events: ['ended'], ...channel }),
  });
  const id = messageIdOf([key.workflow]);
  await subscriptions.saveDelivery({
    v: 1,
    id,
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
  });
  expectSame('watchdog', await invoke(surf, 'watchdog', {}), 'done');
  const row = await subscriptions.delivery(key, id);
  await subscriptions.delete(key);
  expectSame('the message', row?.last?.why ?? row?.state, 'delivered');
}
