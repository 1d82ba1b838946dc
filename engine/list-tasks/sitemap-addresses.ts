import type { Archive } from '#core/archive/archive.ts';
import type { PlanTask } from '#core/archive/plan.ts';
import type { Execution } from '#core/execution/execution.ts';
import { listObjects } from '#engine/frontier/lines/level-list.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';

/**
 * Addresses of an execution's sitemaps by their keys: an entry's discoverer is not a task, and has
 * no row. They are read when they are requested first; memory: about 200 bytes each, at most
 * 100,000.
 */
export class SitemapAddresses {
  readonly #archive: Archive;
  readonly #row: Execution;
  #urls: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(archive: Archive, row: Execution) {
    this.#archive = archive;
    this.#row = row;
  }

  async get(key: string): Promise<string | null> {
    this.#urls ??= this.#read();
    return (await this.#urls).get(key) ?? null;
  }

  async #read(): Promise<Map<string, string>> {
    const urls = new Map<string, string>();
    if (this.#row.manifest === null) return urls;
    for await (const { manifest } of manifestsOf(this.#archive, this.#row)) {
      for (const { list, sitemaps } of manifest.levels) {
        if (list === null || sitemaps !== true) continue;
        for await (const lines of streamLines(this.#archive, listObjects(list).tasks)) {
          for (const line of lines) {
            const { key, url } = JSON.parse(line) as PlanTask;
            urls.set(key, url);
          }
        }
      }
    }
    return urls;
  }
}
