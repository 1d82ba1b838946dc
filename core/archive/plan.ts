import * as z from 'zod';
import { BasePage } from '#core/archive/chunk/base-page.ts';
import { RunSettings } from '#core/execution/execution.ts';
import { TaskError } from '#core/execution/task-index.ts';
import { HookName } from '#core/model/hook.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { StoredWorkflow } from '#core/workflow/stored-workflow.ts';

/**
 * One task of a wave: a line of a level list, of carry, of parked and of the plan. Absent fields
 * mean zero, none or false.
 */
export const PlanTask = z.object({
  key: UrlKey,
  url: z.string(),
  level: z.int().nonnegative(),
  /** Place in its level, from 1. A redirect target has its source's rank. */
  rank: z.int().nonnegative(),
  /**
   * Key of the page that it was found on first, or of the task that redirected to it. Absent for
   * seeds.
   */
  via: UrlKey.optional(),
  /** Redirects behind it. */
  hop: z.int().positive().optional(),
  /**
   * A seed, or the end of a seed's redirect chain: exempt from include, urlSelector, extension; its
   * scope counts.
   */
  seed: z.literal(true).optional(),
  /**
   * Depth to which its links are followed, for a page whose seed has a depth; 0: not at all.
   * Absent: only `limits.depth` counts.
   */
  depthLeft: z.int().nonnegative().optional(),
  /** Cash that pages of the previous level gave to it, with `order: importance`. */
  cash: z.int().positive().optional(),
  /** Fetch attempts already made, and their errors. */
  attempts: z.int().positive().optional(),
  errors: z.array(TaskError).max(3).optional(),
  /** Time before which it is not tried (epoch ms), and the cause. */
  notBefore: z.number().optional(),
  cause: z.string().optional(),
  /**
   * Bisection of units that died: the most tasks its next unit may have, the unit it comes from,
   * and the number of times it died alone.
   */
  most: z.int().positive().optional(),
  group: z.string().optional(),
  alone: z.int().positive().optional(),
  /** Was in no wave yet; of tasks in carry. */
  unplanned: z.literal(true).optional(),
  /**
   * A redirect target that was found in the wave just closed: takes a slot after the tasks that had
   * one.
   */
  fresh: z.literal(true).optional(),
  /** Set for a sitemap, whose `key` is its sitemap key: fetched like a page, but not counted. */
  sitemap: SitemapPlace.optional(),
  /** Facts from the base execution about its page, which is requested only if it has changed. */
  base: BasePage.optional(),
});
export type PlanTask = z.infer<typeof PlanTask>;

/**
 * A unit's part of the plan: bytes [offset, offset + bytes) of the `tasks` object are its PlanTask
 * lines, grouped by host, in rank order.
 */
export const PlanUnit = z.object({
  unit: z.int().nonnegative(),
  offset: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  tasks: z.int().positive(),
  hosts: z.int().positive(),
  /** Decoded page bytes it may take; null = unlimited. */
  bytesShare: z.number().nullable(),
  /** Bytes that it may archive. Absent: unlimited. */
  storedShare: z.number().nonnegative().optional(),
  /**
   * One request at a time, started while the share is not used up (the last bytes of totalBytes).
   */
  serial: z.boolean(),
  /** Part of `politeness.requestsPerMinute` that it has. Absent: the workflow has no such rate. */
  rateShare: z.number().positive().max(1).optional(),
  /** USD that it reserves; charged in full when it never reports. */
  reserveUsd: z.number(),
});
export type PlanUnit = z.infer<typeof PlanUnit>;

/**
 * `waves/<n>/<random>/plan.json`: everything that the workers of a wave need beside their tasks.
 */
export const Plan = z.object({
  v: z.literal(1),
  execution: ExecutionId,
  wave: z.int().positive(),
  /** Level that is being crawled; parked tasks of lower levels may run beside it. */
  level: z.int().nonnegative(),
  /** Key of the object that holds the tasks' lines. */
  tasks: z.string(),
  units: z.array(PlanUnit),
  /** Memory that its workers are billed for. */
  memoryMb: z.int().positive(),
  /** The workflow with the limits in force. */
  workflow: StoredWorkflow,
  settings: RunSettings,
  /** Addresses whose scope counts: seeds, and the ends of their redirect chains. */
  scopeSeeds: z.array(z.string()),
  /**
   * The deployment's blocklist when the wave was planned: globs, and host names with their
   * subdomains. Absent: none.
   */
  blocklist: z.array(z.string()).optional(),
  /** Groups of addresses whose pages get sketches (`traps.barrenPages`). Absent: none. */
  sketched: z.array(z.string()).optional(),
  /** Witnesses of the frontier (`Witnesses`). Absent: the crawl has no page yet. */
  witnesses: z.array(z.string()).optional(),
  /**
   * Hooks of the program that runs this wave: with them the wave depends on more than the site.
   * Absent: none.
   */
  hooks: z.array(HookName).optional(),
  /** Most milliseconds that a unit may take. */
  unitMs: z.number().positive(),
  /** No request starts later (epoch ms); null = no limit on seconds. */
  deadlineAt: z.number().nullable(),
});
export type Plan = z.infer<typeof Plan>;

/**
 * One worker's part of a wave, as a map iteration receives it (one JSON line per unit). Everything
 * else is read from the plan.
 */
export const UnitTicket = z.object({
  execution: ExecutionId,
  wave: z.int().positive(),
  unit: z.int().nonnegative(),
  /** Key of the committed plan object. */
  plan: z.string().min(1),
});
export type UnitTicket = z.infer<typeof UnitTicket>;
