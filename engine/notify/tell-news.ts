import type { Catalog } from '#core/execution/catalog.ts';
import type { DeliveryRow } from '#core/notify/delivery.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { type CollectNewsPorts, collectNews } from '#engine/notify/collect-news.ts';
import { type DeliverPorts, deliverDue, type Sent } from '#engine/notify/deliver-due.ts';
import { makeMessages } from '#engine/notify/make-messages.ts';
import { readerOf } from '#engine/notify/readable-news.ts';
import { RecentExecutions } from '#engine/notify/recent-executions.ts';

export interface TellNewsPorts extends DeliverPorts, Pick<CollectNewsPorts, 'pageNews'> {
  readonly catalog: Pick<Catalog, 'executions' | 'execution' | 'workflow'>;
}

/** Results of one look at the subscriptions. */
export interface TellReport extends Readonly<Sent> {
  /** Messages that were made. */
  readonly made: number;
  /** Subscriptions that could not be dealt with; the next look tries them again. */
  readonly faults: readonly { readonly workflow: string; readonly name: string; readonly why: string }[];
}

const MOST_TEXT = 300;

/**
 * Tells what happened since the last look: finds the news of every subscription, makes messages of
 * them, and sends what is due. Two at once, or one that dies anywhere, lose nothing: a message is
 * sent at least once, always with the same id.
 *
 * @param seconds begins no try after so many
 */
export async function tellNews(ports: TellNewsPorts, seconds: number): Promise<TellReport> {
  const { subscriptions } = ports;
  const rows = (await subscriptions.all()).filter(({ subscription }) => subscription.enabled);
  const waiting = await subscriptions.waiting();
  const faults: { workflow: string; name: string; why: string }[] = [];
  const made: DeliveryRow[] = [];
  if (rows.length > 0) {
    const since = Math.min(...rows.map(({ ignoredUntil }) => ignoredUntil));
    const executions = await RecentExecutions.list(ports.catalog, since);
    for (const row of rows) {
      try {
        made.push(...(await look(ports, row, { executions, waiting })));
      } catch (error) {
        faults.push({ workflow: row.workflow, name: row.name, why: String(error).slice(0, MOST_TEXT) });
      }
    }
  }
  const sent = await deliverDue(ports, [...waiting, ...made], seconds);
  return { made: made.length, ...sent, faults };
}

async function look(
  ports: TellNewsPorts,
  row: SubscriptionRow,
  { executions, waiting }: { executions: RecentExecutions; waiting: readonly DeliveryRow[] },
): Promise<DeliveryRow[]> {
  const isAbout = await readerOf(ports, row);
  if (isAbout === null) return [];
  const collected = await collectNews({ ...ports, isAbout }, row, executions);
  if (collected === null) return [];
  const own = waiting.filter((one) => one.workflow === row.workflow && one.subscription === row.name);
  return await makeMessages(ports, collected, own.length);
}
