import { PAID_CHUNK_SIZE } from '#core/archive/chunk/chunk-size.ts';
import { packUnits } from '#core/archive/task-packs.ts';
import { ADVANCE_MEMORY_MB, MANY_SLOW_HOSTS, SLOW_SECONDS, workerMemoryMb } from '#core/cost/lambda.ts';
import { runTransitions } from '#core/cost/transitions.ts';
import type { Usage } from '#core/cost/usage.ts';
import { WIDE_UNIT_SECONDS } from '#core/cost/worker-size.ts';
import { beatMs } from '#core/execution/unit-store.ts';
import { isSpaced } from '#core/politeness/politeness.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

/** A crawl that has not run. */
export interface CrawlSize {
  readonly pages: number;
  readonly requests: number;
  /** Seconds of crawling, without nights. */
  readonly seconds: number;
  readonly hosts: number;
}

export type WorkerRules = Pick<Workflow, 'parallelism' | 'hostsPerWorker' | 'unitSeconds'> & {
  readonly politeness: Workflow['politeness'];
};

/** A wave ends a little before its units must. */
const WAVE_SHARE = 0.9;
/** Waves with few tasks, before a crawl is at its width. */
const FIRST_WAVES = 3;
/** Objects that `advance` writes and reads a wave, and units of its rows. */
const WAVE_PUTS = 13;
const WAVE_GETS = 15;
const WAVE_UNITS = 10;
const WAVE_READS = 15;
/** Seconds of `advance` a wave. */
const ADVANCE_SECONDS = 0.6;
/** A chunk is two objects. */
const CHUNK_PUTS = 2;
const UNIT_GETS = 2;
/** Write units of a host's lease a wave. */
const LEASE_UNITS = 3;
/** JSON of a row of the table `tasks`. */
const ROW_BYTES = 630;
/** Most pages of a crawl that one state carries (docs/adr/0054). */
const SMALL_PAGES = 40;

/**
 * Usage of a deployment for a crawl, in the units that AWS bills. The constants are read off the
 * metered crawls of bench/results/cost.json; a test holds the sum against them.
 */
export function crawlUsage({ pages, requests, seconds, hosts }: CrawlSize, rules: WorkerRules): Usage {
  const { delaySeconds } = rules.politeness;
  // As `partitionUnits` does: who waits is packed, who does not is spread.
  const wanted = isSpaced(rules.politeness) ? Math.ceil(hosts / rules.hostsPerWorker) : hosts;
  const workers = Math.max(1, Math.min(rules.parallelism, wanted));
  const memoryMb = workerMemoryMb(Math.min(Math.ceil(hosts / workers), rules.hostsPerWorker), delaySeconds);
  const isLong = delaySeconds >= SLOW_SECONDS && hosts < MANY_SLOW_HOSTS;
  const unitSeconds = isLong ? rules.unitSeconds : Math.min(rules.unitSeconds, WIDE_UNIT_SECONDS);
  const waves = Math.max(1, Math.ceil(Math.min(FIRST_WAVES, pages) + seconds / (unitSeconds * WAVE_SHARE)));
  const isSmall = pages <= SMALL_PAGES;
  const workSeconds = workers * seconds;
  const beats = workSeconds / (beatMs(workers, (seconds * 1_000) / waves) / 1_000);
  const chunks = Math.max(pages / PAID_CHUNK_SIZE.outcomes, (workSeconds * 1_000) / PAID_CHUNK_SIZE.ageMs);
  const rows = Math.ceil(requests / waves);
  const packs = packUnits({ wave: waves, rows, bytes: rows * ROW_BYTES });
  return {
    gbSeconds:
      (workSeconds * memoryMb) / 1_024 +
      (isSmall ? seconds / 4 : (waves * ADVANCE_SECONDS * ADVANCE_MEMORY_MB) / 1_024),
    invocations: waves * (workers + 1) + 1,
    transitions:
      runTransitions({ type: 'end' }) + (isSmall ? 0 : waves * runTransitions({ type: 'crawl', units: workers })),
    writeUnits: waves * (packs + WAVE_UNITS + LEASE_UNITS * hosts) + beats,
    readUnits: waves * WAVE_READS + beats,
    puts: waves * (WAVE_PUTS + workers) + CHUNK_PUTS * chunks,
    gets: waves * (WAVE_GETS + UNIT_GETS * workers) + chunks,
  };
}
