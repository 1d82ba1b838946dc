import * as z from 'zod';
import { ExecutionStatus } from '#core/execution/execution.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { NewsName } from '#core/notify/news-name.ts';

/** Pages that one message names; more are counted. */
export const MOST_NAMED_PAGES = 20;
/** Longer addresses are counted, and not named. */
export const MOST_NAMED_CHARACTERS = 2_000;

const count = z.int().nonnegative();

/** A page that the news names, with what happened to it. */
export const NamedPage = z.object({
  url: z.string().max(MOST_NAMED_CHARACTERS),
  what: z.enum(['new', 'changed', 'appeared', 'vanished']),
});
export type NamedPage = z.infer<typeof NamedPage>;

/** Pages of one event. */
export const PageNews = z.object({
  /** The execution that this one was compared with. */
  comparedWith: ExecutionId,
  /** Number of all pages, named or not. */
  count,
  named: z.array(NamedPage).max(MOST_NAMED_PAGES),
  /** Pages with other bytes whose text was not compared, because there were too many. */
  unchecked: count,
  /** Reason why nothing could be compared, in words; null: it was. */
  notCompared: z.string().max(300).nullable(),
});
export type PageNews = z.infer<typeof PageNews>;

/** One event of an execution, with all that a message says of it. */
export const NewsItem = z.object({
  /** Names it within the execution: each look finds the same one. */
  key: z.string().max(120),
  name: NewsName,
  at: z.number(),
  execution: ExecutionId,
  /** Its workflow; null: the one of the subscription. */
  workflow: WorkflowId.nullable().default(null),
  /** Owner of the execution: only users who may read it get the news. */
  owner: z.string().nullable().default(null),
  executionName: z.string(),
  status: ExecutionStatus,
  reason: z.string().nullable(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  counts: z.object({
    discovered: count,
    stored: count,
    notModified: count,
    /** Pages of a collection's tick that were not due. */
    kept: count.optional(),
    skipped: count,
    failed: count,
  }),
  bytes: z.number(),
  costUsd: z.number(),
  /** Budget of the execution; null: it has none, or the event is another. */
  budgetUsd: z.number().nullable(),
  /** Null: the event is not about pages. */
  pages: PageNews.nullable(),
});
export type NewsItem = z.infer<typeof NewsItem>;

/** Events about the pages of one execution, as a function leaves them in the archive. */
export const NewsList = z.array(NewsItem);
