import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { PeriodicCheck } from '#cli/serve/periodic-check.ts';
import { Comparisons } from '#cli/serve/threads/comparisons.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { localMail } from '#compose/local-mail.ts';
import { localWebhooks } from '#compose/local-webhooks.ts';
import type { Execution } from '#core/execution/execution.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { tellNews } from '#engine/notify/tell-news.ts';

/** Longest delay between an event and its message, in ms. */
const LOOK_MS = 5_000;
/** Seconds after which a round starts no further attempt. */
const SECONDS = 60;

export interface LocalNotifierOptions {
  /** Every crawl here may reach private networks, and so may every message. */
  readonly isPrivateOpen: boolean;
  /** Called for a subscription that failed; the next round retries it. */
  readonly failed: (what: string) => void;
}

/** Sends messages about executions of a data folder, inside `surf serve`. */
export function localNotifier(surf: Embedded, options: LocalNotifierOptions): Pick<PeriodicCheck, 'begin' | 'end'> {
  const { isPrivateOpen, failed } = options;
  const comparisons = new Comparisons({ data: surf.data, catalog: surf.catalog });
  const telling = {
    catalog: surf.catalog,
    subscriptions: surf.subscriptions,
    clock: surf.clock,
    random: surf.random,
    isPrivateOpen,
    send: localWebhooks(),
    mail: localMail(surf.data, process.env),
    topics: null,
    callerOf: (owner: string) => ownerCaller(surf.accounts, owner, null),
    mayReachPrivate: async (owner: string) => (await ownerRights(surf.accounts, owner)).allowPrivateNetwork,
    pageNews: (row: Execution, subscription: SubscriptionRow) => comparisons.find(row, subscription),
  };
  const look = async (): Promise<string[]> => {
    const { faults } = await tellNews(telling, SECONDS);
    return faults.map(({ workflow, name, why }) => `subscription ${name} of workflow ${workflow}: ${why}`);
  };
  const looks = new PeriodicCheck({ everyMs: LOOK_MS, look, what: 'the subscriptions', failed });
  return {
    begin: () => looks.begin(),
    async end() {
      comparisons.close();
      await looks.end();
    },
  };
}
