import type { Archive } from '#core/archive/archive.ts';
import { SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import { type Execution, hasEnded, type LimitsOverride } from '#core/execution/execution.ts';
import type { Frontier, HostTable } from '#core/frontier/frontier.ts';
import type { Limits } from '#core/workflow/limits.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

interface LimitPorts {
  readonly catalog: Pick<Catalog, 'workflow'>;
  readonly archive: Archive;
}

/** Limits that count something, so that a new total can be too low. */
const COUNTED = ['pages', 'pagesPerLevel', 'pagesPerHost', 'totalBytes', 'budgetUsd'] as const;
type Counted = (typeof COUNTED)[number];

/**
 * Refuses new totals that the execution has passed already: `verify` holds every execution to its
 * limits.
 *
 * @param limits those that change @throws SurfError CONTINUE_BELOW_USED
 */
export async function checkResumeLimits(ports: LimitPorts, row: Execution, limits: LimitsOverride): Promise<void> {
  if (Object.keys(limits).length === 0) return;
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const inForce: Limits = { ...definition.limits, ...row.limits };
  const used = await usedOf(ports.archive, row, limits);
  for (const name of COUNTED) {
    const limit = limits[name] ?? null;
    if (limit === null) continue;
    if (limit < used[name]) throw belowUsed(name, limit, `the ${used[name]} that the execution has already used`);
    // Its wave is planned, and can use up what the limit in force allows.
    const planned = hasEnded(row.status) ? 0 : (inForce[name] ?? Number.POSITIVE_INFINITY);
    if (limit < planned)
      throw belowUsed(name, limit, `the limit ${inForce[name] ?? 'none'} that its wave was planned with`);
  }
  checkPageBytes(row, { ...inForce, ...limits }, limits);
}

/** The last page may pass `totalBytes` by `pageBytes`. */
function checkPageBytes(row: Execution, { totalBytes, pageBytes }: Limits, changed: LimitsOverride): void {
  if (changed.pageBytes === undefined || totalBytes === null || row.bytes <= totalBytes + pageBytes) return;
  const what = `the ${row.bytes - totalBytes} bytes that the last page passed totalBytes by`;
  throw belowUsed('pageBytes', pageBytes, what);
}

async function usedOf(archive: Archive, row: Execution, limits: LimitsOverride): Promise<Record<Counted, number>> {
  const pages = row.counts.stored + row.counts.notModified;
  const used = { pages, totalBytes: row.bytes, budgetUsd: row.costUsd, pagesPerLevel: 0, pagesPerHost: 0 };
  const isBounded = (limits.pagesPerLevel ?? limits.pagesPerHost ?? null) !== null;
  if (!isBounded || row.frontier === null) return used;
  const { levels, hosts } = await readJson<Frontier>(archive, row.frontier, 'lists');
  const table = await readJson<HostTable>(archive, hosts, 'names');
  return {
    ...used,
    pagesPerLevel: levels.reduce((most, level) => Math.max(most, level.stored + level.notModified), 0),
    pagesPerHost: table.pages.reduce((most, count) => Math.max(most, count), 0),
  };
}

const belowUsed = (name: string, limit: number, used: string): SurfError =>
  new SurfError('CONTINUE_BELOW_USED', `${name} ${limit} is below ${used}`, {
    remedy: 'limits of resume are new totals: give a higher one, or none',
  });
