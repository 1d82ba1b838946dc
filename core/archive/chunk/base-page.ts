import * as z from 'zod';
import { UrlKey } from '#core/url/url-key.ts';

/** Location of a response record. */
export const ArchivedAt = z.object({
  /** A WARC object, of this execution or of one that it is based on. */
  object: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().positive(),
});
export type ArchivedAt = z.infer<typeof ArchivedAt>;

/**
 * Facts from the base execution about a task's page: enough to ask whether it has changed, and to
 * continue without its body if it has not.
 */
export const BasePage = z.object({
  /** Address that the body came from, if it is not the task's. */
  url: z.string().optional(),
  /** Validators for a conditional request, verbatim: at least one of them. */
  etag: z.string().max(500).optional(),
  lastModified: z.string().max(100).optional(),
  /** SHA-256 of the decoded body, 64 hex digits, and its size. */
  digest: z.string(),
  bytes: z.int().nonnegative(),
  /** The body is only the beginning of a larger page. */
  cut: z.literal(true).optional(),
  contentType: z.string().max(100).optional(),
  /** The record that has the body: never one that refers to another. */
  archived: ArchivedAt,
});
export type BasePage = z.infer<typeof BasePage>;

/**
 * A line of `validators.jsonl` and of `base-<i>.jsonl`, sorted by key: a page that a later
 * execution can request conditionally.
 */
export const PageValidators = BasePage.extend({ key: UrlKey, url: z.string() });
export type PageValidators = z.infer<typeof PageValidators>;

/** Facts about its page that a task carries. @param url the task's address */
export function basePageOf(page: PageValidators, url: string): BasePage {
  const { key: _key, url: address, ...known } = page;
  return address === url ? known : { url: address, ...known };
}
