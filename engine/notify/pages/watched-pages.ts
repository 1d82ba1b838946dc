import { isAboutPages, type NewsName } from '#core/notify/news-name.ts';
import type { PageWatch, SubscriptionRow } from '#core/notify/subscription.ts';

/** The page events that a subscription reports, and its watch. */
export interface WatchedPages {
  readonly events: readonly NewsName[];
  readonly watch: PageWatch;
}

/** Picks from a subscription only what it asks of pages. */
export const watchedPages = ({
  subscription: { events, watch },
}: Pick<SubscriptionRow, 'subscription'>): WatchedPages => ({
  events: events.filter(isAboutPages).sort(),
  watch,
});
