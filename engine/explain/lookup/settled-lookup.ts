import type { Archive } from '#core/archive/archive.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Correction, TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { listedLine } from '#engine/explain/lookup/listed-line.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';

export interface SettledLookupPorts {
  readonly tasks: TaskIndex;
  readonly archive: Archive;
}

/**
 * Settled tasks one by one: from the index, or from the lists of waves that are closed and not
 * projected yet, which are searched and not read whole.
 */
export class SettledLookup {
  readonly #ports: SettledLookupPorts;
  readonly #row: Execution;
  #behind: Promise<Manifest[]> | null = null;
  #corrections: Promise<ReadonlyMap<string, string>> | null = null;

  constructor(ports: SettledLookupPorts, row: Execution) {
    this.#ports = ports;
    this.#row = row;
  }

  /** @returns null for what is not settled */
  async get(key: UrlKey): Promise<TaskRow | null> {
    this.#behind ??= this.#unprojected();
    const behind = await this.#behind;
    this.#corrections ??= this.#corrected(behind);
    const [indexed] = await this.#ports.tasks.get(this.#row.id, [key]);
    const found = indexed ?? (await this.#listed(key, behind));
    const of = (await this.#corrections).get(key);
    return found === null || of === undefined ? found : { ...found, outcome: { type: 'duplicate', of: of as UrlKey } };
  }

  async #listed(key: UrlKey, behind: readonly Manifest[]): Promise<TaskRow | null> {
    for (const { settled } of behind) {
      const found = settled && (await listedLine<TaskRow>(this.#ports.archive, settled.object, key));
      if (found) return found;
    }
    return null;
  }

  /**
   * Manifests of closed waves whose rows are not in the index yet, newest first; rarely more than
   * one.
   */
  async #unprojected(): Promise<Manifest[]> {
    const { wave, projected, manifest } = this.#row;
    const manifests: Manifest[] = [];
    for (let key = manifest, at = wave - 1; key !== null && at >= projected; at--) {
      const read = await readJson<Manifest>(this.#ports.archive, key, 'chunks');
      manifests.push(read);
      key = read.previous;
    }
    return manifests;
  }

  async #corrected(behind: readonly Manifest[]): Promise<Map<string, string>> {
    const corrections = new Map<string, string>();
    for (const { corrections: file } of behind.toReversed()) {
      if (file === null) continue;
      for (const { key, of } of parseLines<Correction>(await this.#ports.archive.get(file.object), file.object)) {
        corrections.set(key, of);
      }
    }
    return corrections;
  }
}
