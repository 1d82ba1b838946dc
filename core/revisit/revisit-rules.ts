import * as z from 'zod';

/** The policies by the names that a workflow gives them (revisit-policies.ts has their rules). */
export const REVISIT_NAMES = ['adaptive', 'uniform', 'proportional', 'halving'] as const;

/** An interval in days: from a minute and a half to ten years. */
const days = z.number().min(0.001).max(3_650);

/** Signs of a change in a page, where both versions can be read. */
export const CHANGE_MARKS = ['text', 'bytes'] as const;

/** Rules for the next visits to the pages of a collection. */
export const Revisit = z.strictObject({
  policy: z
    .enum(['off', ...REVISIT_NAMES])
    .default('off')
    .describe(
      'Makes each execution a tick of a collection: it requests the pages that are due, and keeps the others. off: each execution crawls everything.',
    ),
  changesBy: z
    .enum([...CHANGE_MARKS, 'selection'])
    .default('text')
    .describe(
      'How Surf tells that a page has changed. text: its main text differs; dates and counters in menus and footers do not count (about 7 ms of CPU a page). bytes: a byte differs. selection: the record that `selection` takes from it differs; of a page without a record, a byte.',
    ),
  intervalDays: days
    .default(7)
    .describe('Days between two visits of a page: at first, and on average where `requestsPerDay` is null.'),
  minIntervalDays: days.default(0.04).describe('No page is requested again sooner.'),
  maxIntervalDays: days.default(60).describe('No page is requested again later.'),
  requestsPerDay: z
    .number()
    .min(0.01)
    .max(1e9)
    .nullable()
    .default(null)
    .describe(
      'Requests a day for known pages, which the policy divides; a tick takes no more than the time since the last one allows. Null: as many as `intervalDays` needs.',
    ),
});
export type Revisit = z.infer<typeof Revisit>;
