import * as z from 'zod';
import { UrlKey } from '#core/url/url-key.ts';

/**
 * Most bytes of a line: values of a record are capped at 4 MiB of JSON, the rest is address and
 * errors.
 */
export const MAX_RECORD_LINE_BYTES = 5 * 1024 * 1024;
/** Most errors of one record; one a field and code. */
export const MAX_RECORD_ERRORS = 100;

/**
 * Reason why a field has no value, or only a part of it.
 *
 * - `too-complex`: the page, or a field on it, needs more nodes, depth or time than extraction has
 * - `missing`: nothing was found, and the field is required
 * - `type`, `pattern`: what was found is not a value of the field's type, or its pattern does not
 *   find anything in it
 * - `parse`: the page is not JSON, or no XML, where a field needs it
 * - `too-large`: values were cut off at a cap, or a plug-in said more than it may
 * - `plugin-failed`, `plugin-timeout`: the plug-in of this name gave no fields, or none in its time
 */
export const RECORD_ERROR_CODES = [
  'too-complex',
  'missing',
  'type',
  'pattern',
  'parse',
  'too-large',
  'plugin-failed',
  'plugin-timeout',
] as const;
export const RecordError = z.object({
  /** Name from the top, nested ones with a dot: `reviews.stars`. Null: the whole record. */
  field: z.string().max(400).nullable(),
  code: z.enum(RECORD_ERROR_CODES),
  message: z.string().max(200),
});
export type RecordError = z.infer<typeof RecordError>;

/**
 * One line of a chunk's `….records.jsonl.gz`: what the workflow's selection policy and plug-ins
 * took from one page. There is one for each page of the chunk (outcome `stored` or `notModified`)
 * to which a rule applies, and for every page where there are plug-ins, in the order of the
 * outcomes. The record of the chunk that settled a task is the one that counts; one of a page that
 * turned out to be a duplicate counts as little as the page.
 */
export const RecordLine = z.object({
  key: UrlKey,
  /** The task's address, as in its row. */
  url: z.string(),
  /**
   * By the names of the fields that the rules which apply have, in their order; null where nothing
   * was found; none when the page is too complex. Then those of plug-ins: `NAME.field`.
   */
  record: z.record(z.string(), z.json()),
  errors: z.array(RecordError).max(MAX_RECORD_ERRORS),
});
export type RecordLine = z.infer<typeof RecordLine>;
