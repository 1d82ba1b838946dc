import type { CandidateLine } from '#core/archive/chunk/chunk-lines.ts';
import type { Plan, PlanTask } from '#core/archive/plan.ts';
import { sitemapKey } from '#core/sitemap/sitemap-key.ts';
import { SITEMAP_MOST_DEPTH, type SitemapPlace } from '#core/sitemap/sitemap-place.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';
import type { ModelSitemaps } from '#test/model/model-sitemaps.ts';

/** The sitemaps of a scripted web, as one unit meets them. */
export class ScriptedSitemaps {
  readonly #plan: Plan;
  readonly #web: ModelSitemaps | undefined;
  readonly #heard = new Set<string>();
  #found: CandidateLine[] = [];

  constructor(plan: Plan, web: ModelSitemaps | undefined) {
    this.#plan = plan;
    this.#web = web;
  }

  /** What robots.txt of the task's host names, once in a unit, found at its page of lowest rank. */
  hear(task: PlanTask, tasks: readonly PlanTask[]): void {
    const { host } = new URL(task.url);
    if (task.sitemap !== undefined || this.#plan.workflow.sitemaps !== 'auto' || this.#heard.has(host)) return;
    this.#heard.add(host);
    const pages = tasks.filter(({ url, sitemap }) => sitemap === undefined && new URL(url).host === host);
    const by = pages.reduce((a, b) => (b.level < a.level || (b.level === a.level && b.rank < a.rank) ? b : a), task);
    for (const [position, url] of (this.#web?.named.get(host) ?? []).entries()) {
      this.#find(by, { url, position, place: { depth: 0, host } });
    }
  }

  /**
   * @returns the entries of a sitemap; none of an index, whose sitemaps are found; null when there
   * is not such a file
   */
  read(task: PlanTask): readonly string[] | null {
    const file = this.#web?.files.get(task.url);
    const place = task.sitemap;
    if (file === undefined || place === undefined) return null;
    if (!file.isIndex) return file.urls;
    if (place.depth === SITEMAP_MOST_DEPTH) return [];
    const below = { ...place, depth: place.depth + 1, root: place.root ?? task.url };
    for (const [position, url] of file.urls.entries()) this.#find(task, { url, position, place: below });
    return [];
  }

  /**
   * @returns where a sitemap redirects to: another sitemap, which is found; undefined when it does
   * not redirect
   */
  move(task: PlanTask): string | undefined {
    const url = this.#web?.files.get(task.url)?.movedTo;
    const place = task.sitemap;
    if (url === undefined || place === undefined) return undefined;
    const { hops = 0, root = task.url } = place;
    this.#find(task, { url, position: 0, place: { ...place, root, hops: hops + 1 } });
    return url;
  }

  /** Those found since it was asked last. */
  take(): CandidateLine[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #find(by: PlanTask, found: { url: string; position: number; place: SitemapPlace }): void {
    const { url, position, place } = found;
    const { key, level, rank } = by;
    this.#found.push({
      kind: 'candidate',
      key: sitemapKey(url as CrawlUrl),
      url,
      by: key,
      level,
      rank,
      position,
      reason: null,
      sitemap: place,
      ...(by.hop !== undefined && { moved: true as const }),
    });
  }
}
