import { z } from '@hono/zod-openapi';
import { described } from '#api/schemas/described.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { Driver } from '#core/execution/driver.ts';
import { DroppedLinks } from '#core/execution/dropped-links.ts';
import {
  Counts,
  Desired,
  EXEMPTIONS,
  type Execution,
  ExecutionStatus,
  exemptionsOf,
  expiryOf,
  LevelCounts,
} from '#core/execution/execution.ts';
import { DeadSeed } from '#core/frontier/dead-seeds.ts';
import { PatternUse } from '#core/frontier/pattern-use.ts';
import { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import { FieldFaults } from '#core/selection/records/record-faults.ts';
import { Limits } from '#core/workflow/limits.ts';
import type { ExecutionView as View } from '#engine/overview/describe-execution.ts';
import { type LiveWork, pagesOf } from '#engine/overview/live-work.ts';

const time = z.iso.datetime();
const count = z.int().nonnegative();
const Ledger = described(Counts, 'Counts');

export const ExecutionItem = z
  .object({
    execution: ExecutionId,
    name: z.string(),
    owner: z.string(),
    workflow: z.object({ id: WorkflowId, version: z.int() }),
    status: ExecutionStatus,
    driver: described(Driver, {
      description:
        'Does something drive it? `alive`: it does. `gone`: it is queued, running or waiting, and its driver showed no sign of life for 15 s (deployed: its ' +
        'run is past its deadline): it is interrupted, and `resume` continues it. `none`: it needs no driver.',
    }),
    exemptions: z
      .array(z.enum(EXEMPTIONS))
      .openapi({ description: 'Rules that do not hold for it; each needs a right.' }),
    reason: z.string().nullable().openapi({ description: 'The limit, the failure, or null.' }),
    base: ExecutionId.nullable().openapi({
      description: 'The execution whose pages Surf requests only if they have changed; null: none.',
    }),
    createdAt: time,
    startedAt: time.nullable(),
    endedAt: time.nullable(),
    expiresAt: time.nullable().openapi({
      description:
        'When `retentionDays` after its end are over: the server or the deployment deletes it at its next check. Null: it stays, or it has not ended.',
    }),
    counts: Ledger.openapi({ description: 'Settled counts, without the work in `live`.' }),
    pages: count.openapi({
      description:
        'Stored pages: settled ones, those that were not modified, and those in `live`. A list has `live` for ten running executions with 1,000 workers together.',
    }),
    live: z
      .object({ units: count, fetched: count, stored: count, failed: count, bytes: z.number() })
      .openapi({ description: 'Work of the running workers (`units`) that is not in the counts yet.' }),
    bytes: z.number(),
    costUsd: z.number(),
  })
  .openapi('ExecutionItem');
export type ExecutionItem = z.infer<typeof ExecutionItem>;

/** A seed that brought no page, or a sitemap that could not be read. */
const DeadSeedView = DeadSeed.omit({ rank: true }).extend({
  why: z.string(),
  remedy: z.string().nullable().openapi({ description: 'How to fix it; null: Surf knows no remedy.' }),
});

const Wait = z.object({
  cause: z.string(),
  until: time,
  remedy: z.string().nullable().openapi({ description: 'How to shorten the wait; null: it cannot be shortened.' }),
});

/** All facts about an execution that need no read of its tasks. */
export const ExecutionView = ExecutionItem.extend({
  levels: z.array(described(LevelCounts, 'LevelCounts')),
  storedBytes: z.number().nullable().openapi({
    description:
      'Bytes that its workers archived, as far as they are settled. Null: an older version of Surf, which did not count them.',
  }),
  savedBytes: z.number().openapi({ description: 'Decoded bytes of pages that were not modified since the base.' }),
  collection: z
    .object({ pages: count, due: count, pending: count, gone: count, fresh: count, ageDays: z.number().nullable() })
    .nullable()
    .openapi({
      description:
        'The collection when this tick of it began: known addresses, those that were due, those that the previous execution left pending, those that are gone (404 or 410 twice), and an estimate of the pages that were as they had been seen, and for how long copies had been out of date, in the mean. Null: no tick, or the first.',
    }),
  cause: z.string().nullable().openapi({
    description: 'Cause of the failure, in words; null: it has not failed, or the reason says everything.',
  }),
  deadSeeds: z
    .object({ count, first: z.array(described(DeadSeedView, 'DeadSeed')) })
    .openapi({ description: 'Seeds that brought no page: how many, and the first ten with the reason in words.' }),
  deadSitemaps: z.object({ count, first: z.array(described(DeadSeedView, 'DeadSeed')) }).openapi({
    description:
      'Sitemaps of the workflow, and those that its indexes list, that could not be read: how many, and the first ten with the reason in words.',
  }),
  recordFaults: described(FieldFaults, 'FieldFaults').openapi({
    description: 'Fields of records that have errors: how many records by field and code, and one page of each.',
  }),
  droppedLinks: described(DroppedLinks, 'DroppedLinks').openapi({
    description:
      'Links that were not read, because their pages bring more new addresses than one page may (100,000), or take 10 s to judge.',
  }),
  cutPages: count.openapi({
    description: 'Pages over `limits.pageBytes` whose first bytes were read (`fetch.largePages: cut`).',
  }),
  patterns: described(PatternUse, 'PatternUse').openapi({
    description:
      'Patterns of the workflow that matched no URL so far. `nothingIncluded`: no include pattern matched, so only the seeds are crawled. `nothingOnTopic`: no link scored enough on the topic.',
  }),
  keptFor: ExecutionId.nullable().openapi({
    description: 'After `expiresAt`: the execution that is based on it, and keeps it. Null: none, or not yet.',
  }),
  silentSince: time
    .nullable()
    .openapi({ description: 'The last sign of life of a driver that is gone, where it is known.' }),
  seconds: z
    .number()
    .openapi({ description: 'Spent running, without pauses. It does not count while the driver is gone.' }),
  pagesPerSecond: z.number().openapi({ description: '`pages` by `seconds`.' }),
  desired: Desired,
  level: z.int().nullable(),
  wave: count,
  waiting: Wait.nullable().openapi({ description: 'The wait of the whole execution; null: something is under way.' }),
  hosts: z.array(Wait.extend({ host: z.string() })).openapi({ description: 'Hosts that are waited for, and why.' }),
  beatAt: time.nullable(),
  limits: described(Limits, 'Limits'),
  cost: z.object({
    pricesOf: z.string(),
    region: z.string(),
    lines: z.array(z.object({ item: z.string(), amount: z.number(), unit: z.string(), usd: z.number() })),
    lostUsd: z.number(),
  }),
}).openapi('Execution');
export type ExecutionView = z.infer<typeof ExecutionView>;

export const viewOf = (view: View, owner: string): ExecutionView => ({
  ...view,
  owner,
  workflow: { id: view.workflow.id as WorkflowId, version: view.workflow.version },
  exemptions: [...view.exemptions],
  levels: [...view.levels],
  deadSeeds: { count: view.deadSeeds.count, first: [...view.deadSeeds.first] },
  deadSitemaps: { count: view.deadSitemaps.count, first: [...view.deadSitemaps.first] },
  recordFaults: [...view.recordFaults],
  droppedLinks: { ...view.droppedLinks, first: [...view.droppedLinks.first] },
  patterns: { ...view.patterns, unmatched: { ...view.patterns.unmatched, first: [...view.patterns.unmatched.first] } },
  hosts: [...view.hosts],
  cost: { ...view.cost, lines: [...view.cost.lines] },
});

export const itemOf = (row: Execution, owner: string, now: { driver: Driver; live: LiveWork }): ExecutionItem => ({
  execution: row.id,
  name: row.name,
  owner,
  workflow: { id: row.workflowId, version: row.workflowVersion },
  status: row.status,
  driver: now.driver,
  exemptions: exemptionsOf(row),
  reason: row.reason,
  base: row.base ?? null,
  createdAt: isoTime(row.createdAt),
  startedAt: row.startedAt === null ? null : isoTime(row.startedAt),
  endedAt: row.endedAt === null ? null : isoTime(row.endedAt),
  expiresAt: expiresAtOf(row),
  counts: row.counts,
  pages: pagesOf(row.counts, now.live),
  live: now.live,
  bytes: row.bytes,
  costUsd: row.costUsd,
});

function expiresAtOf(row: Execution): string | null {
  const at = expiryOf(row);
  return at === null ? null : isoTime(at);
}
