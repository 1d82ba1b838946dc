import * as z from 'zod';
import { CollectionFreshness } from '#core/collection/collection-freshness.ts';
import { HostClaim } from '#core/collection/host-claims.ts';
import { Usage } from '#core/cost/usage.ts';
import { DroppedLinks } from '#core/execution/dropped-links.ts';
import { Counts, LevelCounts } from '#core/execution/execution.ts';
import { DeadSeeds } from '#core/frontier/dead-seeds.ts';
import { ManifestSkipList } from '#core/frontier/segments/manifest-skip-list.ts';
import { WayFault } from '#core/frontier/waits/way-fault.ts';
import { MOST_WITNESSES } from '#core/frontier/waits/witnesses.ts';
import { ExecutionId } from '#core/model/ids.ts';
import { MatchedPatterns } from '#core/scope/filter/matched-patterns.ts';
import { HeaderSecretFault } from '#core/secrets/header-secret-fault.ts';
import { FieldFaults } from '#core/selection/records/record-faults.ts';

const count = z.int().nonnegative();

/** An object of lines or records, and their number. */
export const FileRef = z.object({ object: z.string(), count });
export type FileRef = z.infer<typeof FileRef>;

/** A sorted segment (sorted-segment.ts). */
export const SegmentRef = z.object({
  object: z.string(),
  count,
  recordBytes: z.int().positive(),
  /** It has the prefixes of its keys. Absent: an older Surf wrote it, or they are of no use. */
  prefixes: z.literal(true).optional(),
});
export type SegmentRef = z.infer<typeof SegmentRef>;

/**
 * A level's list that still has tasks behind its cursors. `<list>tasks.jsonl` has PlanTask lines
 * grouped by host, in rank order within a host; `<list>index.bin` says which host has which rank
 * and how long each line is; `<list>hosts.json` names the hosts.
 */
export const ListRef = z.object({
  level: count,
  /** Common beginning of its object keys. */
  list: z.string(),
  tasks: count,
  hosts: count,
  /** Tasks taken into waves so far. */
  taken: count,
  /**
   * Offset of its cursors (one unsigned 32-bit number a host: tasks taken) in the wave's cursors
   * object; in numbers, not bytes.
   */
  cursor: count,
  /** It has sitemaps, not tasks. */
  sitemaps: z.literal(true).optional(),
});
export type ListRef = z.infer<typeof ListRef>;

/**
 * A part of the base's pages: PageValidators lines, sorted by key. `index` has the first key of
 * every 64 KB block, and where it begins.
 */
export const BaseFile = z.object({
  object: z.string(),
  index: z.string(),
  first: z.string(),
  rows: count,
  bytes: count,
});
export type BaseFile = z.infer<typeof BaseFile>;

/** The base as it was when the execution began. */
export const BaseRef = z.object({
  execution: ExecutionId,
  /** Its last manifest at that time: its later work does not count. Null: it had none. */
  manifest: z.string().nullable(),
  /** Both ask alike; otherwise dates do not count (core/fetch/headers/validators.ts). */
  alike: z.boolean(),
  /** Its pages, copied: in order of their keys. */
  files: z.array(BaseFile),
});
export type BaseRef = z.infer<typeof BaseRef>;

/**
 * The collection as it was when the execution, a tick of it, began: its knowledge of its pages, and
 * those that were due. Its addresses are all in the seen set.
 */
export const CollectionRef = z.object({
  /** The instant that decided what was due: when the execution was made (epoch ms). */
  at: z.number(),
  /** PageState lines, sorted by key, of every page that was ever requested. */
  files: z.array(BaseFile),
  /** Counts of pages by change rate: `{"v":1,"rates":[[bin,pages],…]}`. */
  rates: z.string(),
  /** Addresses, those that were due and are tasks, and tombstones. */
  pages: count,
  due: count,
  /** Addresses that the base had found and not settled: tasks, too. Absent: older Surf. */
  pending: count.optional(),
  gone: count,
  /** Tombstones among the due ones. Absent: older Surf. */
  goneDue: count.optional(),
  /** Pages that probably were as they had been seen, by their change rates: an estimate. */
  fresh: z.number().nonnegative(),
  /** Estimates of all pages and by host. Absent in ticks of versions that did not make them. */
  freshness: CollectionFreshness.optional(),
});
export type CollectionRef = z.infer<typeof CollectionRef>;

/** The object that `rates` of a CollectionRef names. */
export const CollectionRates = z.object({
  v: z.literal(1),
  rates: z.array(z.tuple([count, count])),
  /** Trust in the dates of each host's sitemaps. Absent: no visit has tested them yet. */
  sitemaps: z.array(HostClaim).optional(),
});
export type CollectionRates = z.infer<typeof CollectionRates>;

/** Column by column: host i of the execution is `names[i]`. */
export const HostTable = z.object({
  v: z.literal(1),
  names: z.array(z.string()),
  /** Pages (stored and notModified) of the host. */
  pages: z.array(count),
  /** Delay that workers found in force; 0 = not known. */
  delayMs: z.array(z.number().nonnegative()),
  /** Epoch ms before which a slow host (delay above 60 s) gets no task; 0 = none. */
  notBefore: z.array(z.number().nonnegative()),
  /** Admitted sitemaps that the host's robots.txt, or an index that it names, led to. */
  sitemaps: z.array(count).default([]),
});
export type HostTable = z.infer<typeof HostTable>;

/** Version that Surf writes. */
export const FRONTIER_VERSION = 2;

/**
 * `waves/<n>/<random>/frontier.json`: the state of the crawl when wave n is planned. Small: the
 * objects that it names hold what grows.
 */
export const Frontier = z.object({
  /** 2: runs are link records. Surf reads runs of version 1, JSON lines, too. */
  v: z.literal([1, FRONTIER_VERSION]),
  execution: ExecutionId,
  wave: count,
  /** The level that is being crawled. */
  level: count,
  /** Lists with tasks behind the cursor, by level, then in the order they were made. */
  lists: z.array(ListRef),
  /** Uint32 little-endian; null when there is no list. */
  cursors: z.string().nullable(),
  hosts: z.string(),
  /** PlanTask lines. Carry waits at most `patienceSeconds`, parked longer. */
  carry: FileRef.nullable(),
  parked: FileRef.nullable(),
  /** Runs of link records sorted by key, not merged yet. */
  candidates: z.array(FileRef),
  /**
   * Candidates from found sitemaps, and from entries that belong to the level itself: Surf decides
   * about them before the other candidates.
   */
  sitemaps: z.array(FileRef).default([]),
  entries: z.array(FileRef).default([]),
  /** Keys seen, with level and verdict; later segments win. */
  seen: z.array(SegmentRef),
  /** The way back to the manifest of any earlier wave. */
  trail: ManifestSkipList.default([]),
  /**
   * Patterns of admitted addresses, with the number of each (`traps.pagesPerPattern`); later
   * segments win.
   */
  patterns: z.array(SegmentRef).default([]),
  /**
   * New content that each group of addresses brought (BarrenGroups, `traps.barrenPages`); null:
   * there is none. Absent: the execution counts none.
   */
  barren: z.string().nullable().optional(),
  /** Digests of pages, with the page that holds each; later segments win. */
  digests: z.array(SegmentRef),
  /**
   * Pages of this level that are duplicates: `{key, digest, of}` lines; which page they are
   * duplicates of is settled when the level closes.
   */
  losers: z.array(FileRef),
  /**
   * Redirects to targets that this level found: `{from, rank, to, level}` lines; the lowest rank of
   * all sources counts.
   */
  redirects: z.array(FileRef),
  /** Seeds and the ends of their redirect chains: their scope counts. */
  scopeSeeds: z.array(z.string()),
  /** Seeds that brought no page. Absent: none so far. */
  deadSeeds: DeadSeeds.optional(),
  /** Sitemaps that the workflow names and that could not be read. Absent: none so far. */
  deadSitemaps: DeadSeeds.optional(),
  /** Fields of records that have errors, by field and code. Absent: none. */
  recordFaults: FieldFaults.optional(),
  /**
   * Patterns of the workflow that matched a URL. Absent: it has none, or an older Surf began the
   * execution.
   */
  matched: MatchedPatterns.optional(),
  /**
   * A URL that no include pattern matched: of the first level that found such, the first. Absent:
   * none so far.
   */
  notIncluded: z.object({ url: z.string(), rank: count, position: count }).optional(),
  /**
   * The off-topic link with the highest score, in hundredths; the first of several with that score.
   * Absent: none so far.
   */
  offTopic: z.object({ url: z.string(), score: count, rank: count, position: count }).optional(),
  /** Absent: every link was read. */
  droppedLinks: DroppedLinks.optional(),
  /** Pages of which only the first bytes were read. Absent: none. */
  cutPages: count.optional(),
  /** Fault of the secret for which the last advance paused the execution. */
  secretFault: HeaderSecretFault.optional(),
  /** Absent: the last wave that ran had its way out, through its proxy or the network. */
  wayFault: WayFault.optional(),
  /** Origins of pages: units ask them whether there is a network. Absent: no page. */
  witnesses: z.array(z.string()).max(MOST_WITNESSES).optional(),
  /**
   * Walks of a sample (Walks), the steps that each has made, and whether they are done. Absent: no
   * walk began. `candidates` has the links of all its pages, until the end.
   */
  walks: z.object({ object: z.string(), step: count, done: z.boolean() }).optional(),
  /** Redirects that a sample followed, `{from, to}` lines. Absent: none. */
  hops: z.array(FileRef).optional(),
  /** A seed redirected since the last merge: verdicts of its candidates are decided again. */
  widened: z.boolean(),
  /** Waves in a row in which something was tried, and nothing settled, deferred or halved. */
  noProgress: count,
  /** Waves in a row in which no worker began a unit. */
  unstarted: count.default(0),
  /** The last rank given, by level. */
  ranks: z.array(count),
  counts: Counts,
  levels: z.array(LevelCounts),
  bytes: z.number().nonnegative(),
  /**
   * Bytes of the objects of all chunks that manifests list. Absent: an older Surf began the
   * execution.
   */
  storedBytes: z.number().nonnegative().optional(),
  /** Decoded bytes of unmodified pages, which needed no download. */
  savedBytes: z.number().nonnegative().default(0),
  /** Absent: there is no base. */
  base: BaseRef.optional(),
  /** Absent: the execution is not a tick of a collection, or the first. */
  collection: CollectionRef.optional(),
  usage: Usage,
  /** USD charged for units that began and never reported: their reserves. */
  lostUsd: z.number().nonnegative(),
});
export type Frontier = z.infer<typeof Frontier>;

/** Waves without progress before the execution fails as `stuck`. */
export const STUCK_WAVES = 5;
/**
 * Waves in a row without a worker before the execution pauses. A wave without room for workers
 * waits for minutes, so that takes hours; where workers cannot start at all it takes minutes.
 */
export const UNSTARTED_WAVES = 30;
/** Most tasks of a wave (design.md §2). */
export const WAVE_TASKS = 20_000;
/** A host whose delay is above this is slow: its tasks are tried beside deeper levels. */
export const SLOW_DELAY_MS = 60_000;
