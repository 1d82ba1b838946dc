import * as z from 'zod';
import { ExecutionId } from '#core/model/ids.ts';
import { NewsName } from '#core/notify/news-name.ts';
import { PageWatch } from '#core/notify/subscription.ts';
import { CHANGE_MARKS } from '#core/revisit/revisit-rules.ts';
import type { RequestedChanges } from '#engine/diff/requested-changes.ts';
import type { RequestedPageNews } from '#engine/notify/pages/requested-page-news.ts';
import { BuildName } from './build-name.ts';

const pair = { before: ExecutionId, after: ExecutionId, build: BuildName };

/** Event from the API's function or the watchdog. */
export const ComparisonTicket = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changes'), ...pair, by: z.enum(CHANGE_MARKS), links: z.boolean() }),
  z.object({ type: z.literal('news'), ...pair, events: z.array(NewsName), watch: PageWatch }),
]);
export type ComparisonTicket = z.infer<typeof ComparisonTicket>;

type Hand = (ticket: ComparisonTicket) => Promise<void>;

/** Sends comparisons as tickets. */
export const compareBy =
  (hand: Hand) =>
  (request: RequestedChanges): Promise<void> =>
    hand({ type: 'changes', ...request });
export const findNewsBy =
  (hand: Hand) =>
  ({ events, ...request }: RequestedPageNews): Promise<void> =>
    hand({ type: 'news', ...request, events: [...events] });
