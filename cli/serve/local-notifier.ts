import { createWebhookSender } from '#adapters/http/webhook/webhook-sender.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { ownerCaller } from '#api/schedules/owner-caller.ts';
import { RepeatedLook } from '#cli/serve/repeated-look.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { localMail } from '#compose/local-mail.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import { pageNewsFinder } from '#engine/notify/page-news.ts';
import { tellNews } from '#engine/notify/tell-news.ts';

/** How late a message can come behind what it tells. */
const LOOK_MS = 5_000;
/** A look begins no try after so many. */
const SECONDS = 60;

export interface LocalNotifierOptions {
  readonly ports: ApiPorts;
  /** Every crawl here may reach private networks, and so may every message. */
  readonly isPrivateOpen: boolean;
  /** Is told of a subscription that could not be dealt with; the next look tries it again. */
  readonly failed: (what: string) => void;
}

/** Tells what happens to executions of a data folder, inside `surf serve`. */
export function localNotifier(surf: Embedded, options: LocalNotifierOptions): RepeatedLook {
  const { ports, isPrivateOpen, failed } = options;
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
  const telling = {
    ...{
      catalog: surf.catalog,
      subscriptions: surf.subscriptions,
      clock: surf.clock,
      random: surf.random,
      isPrivateOpen,
    },
    send: createWebhookSender(),
    mail: localMail(surf.data, process.env),
    topics: null,
    callerOf: (owner: string) => ownerCaller(surf.accounts, owner, null),
    mayReachPrivate: async (owner: string) => (await ownerRights(surf.accounts, owner)).allowPrivateNetwork,
    pageNews:
      ports.exports === null
        ? null
        : pageNewsFinder(ports, { ...ports.exports, extractor: (selection) => extraction.extractor(selection) }),
  };
  const look = async (): Promise<string[]> => {
    const { faults } = await tellNews(telling, SECONDS);
    return faults.map(({ workflow, name, why }) => `subscription ${name} of workflow ${workflow}: ${why}`);
  };
  return new RepeatedLook({ everyMs: LOOK_MS, look, what: 'the subscriptions', failed });
}
