import type { ExecutionId } from '#core/model/ids.ts';
import { type GroupedPage, MOST_PAGES, NearDuplicates } from '#engine/duplicates/near-duplicates.ts';
import type { ExportJob } from '#engine/export/job/export-job.ts';
import { allPageTexts } from '#engine/export/job/page-texts.ts';

/** The first line of a report. */
export interface DuplicateSummary {
  readonly type: 'summary';
  readonly schema: 1;
  readonly execution: ExecutionId;
  readonly threshold: number;
  /** Pages with words that were compared, without those of the earlier execution. */
  readonly pages: number;
  /** False: the crawl has more than a million pages, and the later ones were left out. */
  readonly complete: boolean;
  readonly groups: number;
  /** Pages in groups, without the first of each, which stays. */
  readonly duplicates: number;
  /** The earlier execution; then `pages` and `duplicates` count pages that it has not. */
  readonly against?: ExecutionId;
}

/** A page of a group; the first of a group has `of: null`. */
export interface DuplicateLine {
  readonly type: 'page';
  /** Number of the group: 1, 2, … */
  readonly group: number;
  readonly url: string;
  /** URL of the first page of the group. */
  readonly of: string | null;
  /**
   * Share of the runs of five words that the page and `of` have in common. It can be below the
   * threshold where a third page of the group links the two.
   */
  readonly similarity: number;
  /** The page is of the earlier execution in a comparison. */
  readonly earlier?: boolean;
}

export interface DuplicateReport {
  readonly summary: DuplicateSummary;
  /** Lines by group. Can be read once. */
  readonly lines: AsyncIterable<DuplicateLine>;
  close(): Promise<void>;
}

export interface DuplicateOptions {
  /**
   * An earlier execution: only pages that it has not are looked at, each is compared with all of
   * its pages.
   */
  readonly earlier?: ExportJob | null;
  /** False: a page of the execution that is left out. */
  readonly isWanted?: (url: string) => boolean;
}

/**
 * Groups of pages with nearly the same main text, from the archive, without a request.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function duplicateReport(
  job: ExportJob,
  threshold: number,
  { earlier = null, isWanted = () => true }: DuplicateOptions = {},
): Promise<DuplicateReport> {
  const near = new NearDuplicates(job.scratch);
  try {
    const known = earlier === null ? null : await addEarlier(near, earlier);
    const before = near.pages;
    const complete = await addPages(near, job, (url) => known?.has(url) !== true && isWanted(url));
    const groups = await near.groups(threshold);
    const copies = groups.map((group) => group.filter((place) => place >= before).length - (earlier === null ? 1 : 0));
    const summary: DuplicateSummary = {
      type: 'summary',
      schema: 1,
      execution: job.id,
      threshold,
      pages: near.pages - before,
      complete,
      groups: groups.length,
      duplicates: copies.reduce((sum, count) => sum + count, 0),
      ...(earlier !== null && { against: earlier.id }),
    };
    return { summary, lines: linesOf(near, groups, earlier !== null), close: () => near.close() };
  } catch (error) {
    await near.close();
    throw error;
  }
}

/**
 * The export without pages that are near copies of one that stays: of the first page of their
 * group. One that only a third page joins to it stays, too.
 * @throws SurfError as duplicateReport
 */
export async function withoutNearCopies(job: ExportJob): Promise<ExportJob> {
  const { skipsNear, threshold } = job.options;
  if (!skipsNear) return job;
  const near = new NearDuplicates(job.scratch);
  const copies = new Set<string>();
  try {
    await addPages(near, job, () => true);
    for (const group of await near.groups(threshold)) {
      let isFirst = true;
      for await (const { url, similarity } of near.pagesOf(group)) {
        if (!isFirst && similarity >= threshold) copies.add(url);
        isFirst = false;
      }
    }
  } finally {
    await near.close();
  }
  return { ...job, options: { ...job.options, copies } };
}

/** @returns the addresses of the earlier pages */
async function addEarlier(near: NearDuplicates, job: ExportJob): Promise<ReadonlySet<string>> {
  const urls = new Set<string>();
  for await (const { page, text } of allPageTexts(job)) {
    urls.add(page.url);
    await near.add({ url: page.url, markdown: text.markdown }, { isEarlier: true });
    if (urls.size === MOST_PAGES) break;
  }
  return urls;
}

/** @returns false where pages are left out because there are too many */
async function addPages(near: NearDuplicates, job: ExportJob, isWanted: (url: string) => boolean): Promise<boolean> {
  const most = near.pages + MOST_PAGES;
  for await (const { page, text } of allPageTexts(job)) {
    if (!isWanted(page.url)) continue;
    if (near.pages === most) return false;
    await near.add({ url: page.url, markdown: text.markdown });
  }
  return true;
}

async function* linesOf(
  near: NearDuplicates,
  groups: readonly (readonly number[])[],
  isCompared: boolean,
): AsyncGenerator<DuplicateLine> {
  for (const [i, group] of groups.entries()) {
    let first: GroupedPage | null = null;
    for await (const page of near.pagesOf(group)) {
      const { url, similarity, isEarlier } = page;
      yield {
        type: 'page',
        group: i + 1,
        url,
        of: first?.url ?? null,
        similarity: rounded(similarity),
        ...(isCompared && { earlier: isEarlier }),
      };
      first ??= page;
    }
  }
}

/** Rounds down: 1 only for equal texts. */
const rounded = (similarity: number): number => Math.floor(similarity * 1000) / 1000;
