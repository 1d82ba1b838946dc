import type { BasePage } from '#core/archive/chunk/base-page.ts';
import { type PageState, type RevisitPlan, stateAfter, withPeriod } from '#core/collection/page-state.ts';
import type { PageVisit } from '#core/collection/page-visit.ts';
import type { BaseFile } from '#core/frontier/frontier.ts';
import { ExternalSort } from '#engine/external-sort/external-sort.ts';
import { textOf, textRecord } from '#engine/external-sort/record-file.ts';
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

/** What the merge of two sorted lists reads. */
export interface MergeParts {
  /** The collection as the base began with it. */
  readonly files: readonly BaseFile[];
  /** What the base learned since, sorted. */
  readonly visits: ExternalSort;
  readonly plan: RevisitPlan;
  /** Do both ask alike? Else dates do not count. */
  readonly alike: boolean;
}

/**
 * The visits of the base, sorted by key: one pass over the lists of its waves.
 * @returns also how many there are
 */
export async function visitsOf(attempt: Attempt, base: Base): Promise<{ visits: ExternalSort; count: number }> {
  const { archive, name } = attempt;
  let spills = 0;
  let count = 0;
  const visits = new ExternalSort({ archive, newName: () => name(`visit-spill-${spills++}`), keyOf: byLineKey });
  for await (const { manifest } of manifestsOf(archive, base.row)) {
    if (!manifest.visits) continue;
    for await (const lines of streamLines(archive, manifest.visits.object)) {
      for (const line of lines) {
        count += 1;
        const spilled = visits.add(textRecord(line));
        if (spilled !== undefined) await spilled;
      }
    }
  }
  return { visits, count };
}

/**
 * The collection after the base, sorted by key, in batches: one pass over two sorted lists, in
 * bounded memory. What the base did not ask for stays as it is, byte for byte.
 */
export async function* mergedPages({ archive }: Attempt, parts: MergeParts): AsyncGenerator<KeptPage[]> {
  const { plan, alike } = parts;
  const visits = new VisitCursor(parts.visits);
  await visits.next();
  const after = (before: KeptPage | null, visit: PageVisit): KeptPage => {
    const page = withDates(stateAfter(before?.page ?? null, visit, plan), alike);
    return { page, line: JSON.stringify(page) };
  };
  for (const file of parts.files) {
    for await (const lines of streamLines(archive, file.object)) {
      const merged: KeptPage[] = [];
      for (const line of lines) {
        const before = keptPage(line, parts);
        const { key } = before.page;
        while (visits.current !== null && visits.current.key < key) {
          merged.push(after(null, visits.current));
          await visits.next();
        }
        if (visits.current?.key !== key) merged.push(before);
        else {
          merged.push(after(before, visits.current));
          await visits.next();
        }
      }
      yield merged;
    }
  }
  while (visits.current !== null) {
    const merged: KeptPage[] = [];
    while (visits.current !== null && merged.length < BATCH) {
      merged.push(after(null, visits.current));
      await visits.next();
    }
    yield merged;
  }
}

const BATCH = 256;

/** The period of a seed may be another one now. */
function keptPage(line: string, { plan, alike }: MergeParts): KeptPage {
  const page = JSON.parse(line) as PageState;
  if (alike && !plan.periods.has(page.key)) return { page, line };
  const kept = withDates(withPeriod(page, plan), alike);
  return { page: kept, line: kept === page ? line : JSON.stringify(kept) };
}

/** A page whose date does not count, where the two ask differently. */
function withDates(state: PageState, alike: boolean): PageState {
  if (alike || state.page?.lastModified === undefined) return state;
  const { page, ...rest } = state;
  const { lastModified: _, ...known }: BasePage = page;
  return known.etag === undefined ? rest : { ...rest, page: known };
}

/** Visits one by one. */
class VisitCursor {
  current: PageVisit | null = null;
  readonly #batches: AsyncIterator<Parameters<typeof textOf>[0][]>;
  #batch: PageVisit[] = [];
  #next = 0;

  constructor(visits: ExternalSort) {
    this.#batches = visits.sorted();
  }

  async next(): Promise<void> {
    if (this.#next >= this.#batch.length) {
      const { done, value } = await this.#batches.next();
      this.#batch = done === true ? [] : value.map((record) => JSON.parse(textOf(record)) as PageVisit);
      this.#next = 0;
    }
    this.current = this.#batch[this.#next++] ?? null;
  }
}
