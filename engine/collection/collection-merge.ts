import type { BasePage } from '#core/archive/chunk/base-page.ts';
import type { HostClaims } from '#core/collection/host-claims.ts';
import { type PageState, type RevisitPlan, stateAfter, underPlan } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import type { SitemapClaim, SitemapRead } from '#core/collection/sitemap-claim.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { LineCursor } from '#engine/external-sort/line-cursor.ts';
import { textRecord } from '#engine/external-sort/record-file.ts';
import type { Base } from '#engine/frontier/base.ts';
import type { Attempt } from '#engine/frontier/crawl-state.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { byLineKey } from '#engine/frontier/lines/line-key.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/** A page of the collection, as it is and as it is written. */
export interface KeptPage {
  readonly page: PageState;
  readonly line: string;
}

/** The sorted lists that the merge reads. */
export interface MergeParts {
  /** The collection as the base began with it. */
  readonly files: readonly BaseFile[];
  /** Visits that the base has made since, sorted. */
  readonly visits: ExternalSort;
  /** Dates in the sitemaps that the base read, sorted. */
  readonly claims: ExternalSort;
  /** Trust in the dates of each host; learns from the visits. */
  readonly hosts: HostClaims;
  readonly plan: RevisitPlan;
  /** Do both ask alike? Else dates do not count. */
  readonly alike: boolean;
}

/** Visits and sitemaps in the log of a base. */
export interface BaseVisits {
  /** Sorted by key. */
  readonly visits: ExternalSort;
  readonly count: number;
  readonly sitemaps: readonly SitemapRead[];
}

/** The visits of the base: one pass over the lists of its waves. */
export async function visitsOf(attempt: Attempt, base: Base): Promise<BaseVisits> {
  const { archive, name } = attempt;
  let spills = 0;
  let count = 0;
  const sitemaps: SitemapRead[] = [];
  const visits = new ExternalSort({ archive, newName: () => name(`visit-spill-${spills++}`), keyOf: byLineKey });
  for await (const { manifest } of manifestsOf(archive, base.row)) {
    sitemaps.push(...(manifest.sitemaps ?? []));
    if (!manifest.visits) continue;
    for await (const lines of streamLines(archive, manifest.visits.object)) {
      for (const line of lines) {
        count += 1;
        const spilled = visits.add(textRecord(line));
        if (spilled !== undefined) await spilled;
      }
    }
  }
  return { visits, count, sitemaps };
}

/**
 * The collection after the base, sorted by key, in batches: one pass over sorted lists, in bounded
 * memory. Pages that the base did not request, and no sitemap makes earlier, stay as they are,
 * byte for byte.
 */
export async function* mergedPages({ archive }: Attempt, parts: MergeParts): AsyncGenerator<KeptPage[]> {
  const visits = new LineCursor<PageVisit>(parts.visits);
  const claims = new LineCursor<SitemapClaim>(parts.claims);
  await visits.next();
  await claims.next();
  const after = async (before: KeptPage | null, visit: PageVisit): Promise<KeptPage> =>
    visited(parts, { before, visit, said: await saidOf(claims, visit.key) });
  for (const file of parts.files) {
    for await (const lines of streamLines(archive, file.object)) {
      const merged: KeptPage[] = [];
      for (const line of lines) {
        const before = keptPage(line, parts);
        const { key } = before.page;
        while (visits.current !== null && visits.current.key < key) {
          merged.push(await after(null, visits.current));
          await visits.next();
        }
        if (visits.current?.key !== key) {
          const isSaid = claims.current !== null && claims.current.key <= key;
          merged.push(isSaid ? heard(parts, before, await saidOf(claims, key)) : before);
        } else {
          merged.push(await after(before, visits.current));
          await visits.next();
        }
      }
      yield merged;
    }
  }
  while (visits.current !== null) {
    const merged: KeptPage[] = [];
    while (visits.current !== null && merged.length < BATCH) {
      merged.push(await after(null, visits.current));
      await visits.next();
    }
    yield merged;
  }
}

const BATCH = 256;

/** The latest date that sitemaps have of an address; undefined: they have none. */
async function saidOf(claims: LineCursor<SitemapClaim>, key: string): Promise<number | undefined> {
  let said: number | undefined;
  while (claims.current !== null && claims.current.key <= key) {
    if (claims.current.key === key) said = Math.max(said ?? claims.current.at, claims.current.at);
    await claims.next();
  }
  return said;
}

interface Visited {
  readonly before: KeptPage | null;
  readonly visit: PageVisit;
  readonly said: number | undefined;
}

function visited(parts: MergeParts, { before, visit, said }: Visited): KeptPage {
  const { hosts, plan, alike } = parts;
  if (before !== null && said !== undefined) hosts.learn(before.page, visit, said);
  const page = withDates(stateAfter(before?.page ?? null, visit, plan), alike);
  const own = said === undefined ? page : hosts.heard(page, said, plan);
  return { page: own, line: JSON.stringify(own) };
}

function heard({ hosts, plan }: MergeParts, kept: KeptPage, said: number | undefined): KeptPage {
  const page = said === undefined ? kept.page : hosts.heard(kept.page, said, plan);
  return page === kept.page ? kept : { page, line: JSON.stringify(page) };
}

/** The period of a seed, or the longest interval, may be another one now. */
function keptPage(line: string, { plan, alike }: MergeParts): KeptPage {
  const page = JSON.parse(line) as PageState;
  const kept = withDates(underPlan(page, plan), alike);
  return { page: kept, line: kept === page ? line : JSON.stringify(kept) };
}

/** A page whose date does not count, where the two ask differently. */
function withDates(state: PageState, alike: boolean): PageState {
  if (alike || state.page?.lastModified === undefined) return state;
  const { page, ...rest } = state;
  const { lastModified: _, ...known }: BasePage = page;
  return known.etag === undefined ? rest : { ...rest, page: known };
}
