import * as z from 'zod';
import { CHANGED_PARTS } from '#core/diff/change.ts';
import { UrlKey } from '#core/url/url-key.ts';

/** Parts that can differ between a version of a page and the one before it. */
export const VERSION_PARTS = [...CHANGED_PARTS, 'outcome'] as const;

/** Findings of one execution at an address. Times are ISO 8601 UTC. */
export const PageVisited = z.object({
  execution: z.string(),
  /** Key of the address in that execution, by which its archived page is read. */
  key: UrlKey,
  at: z.iso.datetime().nullable(),
  /** Outcome of the task, and the reason if it was skipped or failed. */
  outcome: z.string(),
  reason: z.string().nullable(),
  status: z.int().nullable(),
  title: z.string().nullable(),
  /** Size of the decoded body, and its SHA-256. */
  bytes: z.number().nullable(),
  digest: z.string().nullable(),
  /**
   * Differences from the previous version; empty: nothing differs. Null: there is none before it.
   */
  changed: z.array(z.enum(VERSION_PARTS)).nullable(),
  /** The bytes differ, and nobody knows whether the main text does: it was not compared. */
  textUnknown: z.boolean(),
  /** Fields of the record with another value than in the previous version. */
  fields: z.array(z.string()),
});
export type PageVisited = z.infer<typeof PageVisited>;

/** A page over the executions of one workflow. */
export const PageHistory = z.object({
  url: z.string(),
  /** Name of the workflow. */
  workflow: z.string(),
  /** The newest first. A page that a tick of a collection kept is not a version. */
  versions: z.array(PageVisited),
  /** False: older executions were not looked at. */
  complete: z.boolean(),
});
export type PageHistory = z.infer<typeof PageHistory>;
