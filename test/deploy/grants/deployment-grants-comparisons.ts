import { setTimeout } from 'node:timers/promises';
import { reportsPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import { Subscription } from '#core/notify/subscription.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { invoke } from '#test/deploy/grants/deployment-grants.ts';
import { expectSame, type GrantCrawls } from '#test/deploy/grants/deployment-grants-checks.ts';

const LOOKS = 40;
const LOOK_MS = 150;
const EVENTS = ['page-changed'] as const;
const asked = () => Subscription.parse({ events: EVENTS, url: 'https://hook.example/' });

/** Two executions without a page. */
async function pair(
  crawls: GrantCrawls,
  status: Execution['status'],
): Promise<{ before: Execution; after: Execution }> {
  const now = Date.now();
  const ended = { endedAt: now, createdAt: now, projected: 0, deadlineAt: null };
  const before = await crawls.planted({ ...ended, status: 'succeeded' });
  return { before, after: await crawls.planted({ ...ended, status, base: before.id }) };
}

/** `index` compares with an execution that is deleted meanwhile, and leaves nothing. */
export async function removedComparison(surf: EmulatedDeployment, crawls: GrantCrawls): Promise<void> {
  const { before, after } = await pair(crawls, 'deleting');
  const { watch } = asked();
  const build = `${Date.now()}-grant`;
  const ticket = { type: 'news', before: before.id, after: after.id, events: EVENTS, watch, build };
  expectSame('index', await invoke(surf, 'index', ticket), 'done');
  expectSame('objects of the comparison', await crawls.objects(reportsPrefix(after.id)), []);
}

/** The watchdog has `index` compare what a subscription asks for. */
export async function wantedComparison(surf: EmulatedDeployment, crawls: GrantCrawls): Promise<void> {
  const { subscriptions } = surf.ports();
  const { after } = await pair(crawls, 'succeeded');
  const now = Date.now();
  const key = { workflow: after.workflowId, name: 'pages' };
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
    from: { 'page-changed': 0 },
    ignoredUntil: after.createdAt - 1,
    followed: [],
    pending: [],
    leftOut: 0,
    messageAt: 0,
    subscription: asked(),
  });
  expectSame('watchdog', await invoke(surf, 'watchdog', {}), 'done');
  await subscriptions.delete(key);
  const found = async () => (await crawls.objects(reportsPrefix(after.id))).length;
  for (let look = 0; look < LOOKS && (await found()) === 0; look++) await setTimeout(LOOK_MS);
  expectSame('objects of the comparison', await found(), 1);
}
