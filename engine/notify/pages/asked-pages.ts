import { isAboutPages, type NewsName } from '#core/notify/news-name.ts';
import type { PageWatch, SubscriptionRow } from '#core/notify/subscription.ts';

/** What a subscription asks of the pages of an execution. */
export interface AskedPages {
  readonly events: readonly NewsName[];
  readonly watch: PageWatch;
}

/** What a subscription asks of pages, and nothing else of it. */
export const askedPages = ({ subscription: { events, watch } }: Pick<SubscriptionRow, 'subscription'>): AskedPages => ({
  events: events.filter(isAboutPages).sort(),
  watch,
});
