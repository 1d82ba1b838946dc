import * as z from 'zod';

/** Events that a subscription can report (S24). */
export const NEWS = [
  'started',
  'ended',
  'limited',
  'failed',
  'budget-80',
  'nothing-fetched',
  'page-changed',
  'new-pages',
] as const;
export const NewsName = z.enum(NEWS);
export type NewsName = z.infer<typeof NewsName>;

/** Events that need the pages of two executions. */
export const isAboutPages = (name: NewsName): boolean => name === 'page-changed' || name === 'new-pages';

/** The `type` of a message about one event. */
export const MESSAGE_TYPE: Readonly<Record<NewsName, string>> = {
  started: 'execution.started',
  ended: 'execution.ended',
  limited: 'execution.limited',
  failed: 'execution.failed',
  'budget-80': 'execution.budget-80',
  'nothing-fetched': 'execution.nothing-fetched',
  'page-changed': 'pages.changed',
  'new-pages': 'pages.new',
};
