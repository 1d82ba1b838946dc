import { setTimeout } from 'node:timers/promises';
import type { CrawlLog } from '#cli/crawl/crawl-log.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Manifest } from '#core/archive/manifest.ts';
import type { TaskRow } from '#core/execution/task-index.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { stateOfOutcome } from '#core/model/outcome.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { streamLines } from '#engine/frontier/lines/line-files.ts';

const LOOK_MS = 500;

/** Logs an execution: each wave once it has closed, with the outcomes of its URLs. */
export class WaveLog {
  readonly #surf: Embedded;
  readonly #id: ExecutionId;
  readonly #log: CrawlLog;
  /** Number of waves in the log. */
  #written = 0;

  constructor(surf: Embedded, id: ExecutionId, log: CrawlLog) {
    this.#surf = surf;
    this.#id = id;
    this.#log = log;
  }

  /** Logs waves until `over` aborts; call `end` then. */
  async follow(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.#look();
      await setTimeout(LOOK_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }

  /** Writes the remaining waves. */
  async end(): Promise<void> {
    await this.#look();
  }

  async #look(): Promise<void> {
    const row = await this.#surf.catalog.execution(this.#id);
    const manifests: Manifest[] = [];
    for (let key = row.manifest; key !== null; ) {
      const manifest: Manifest = await readJson(this.#surf.archive, key, 'chunks');
      if (manifest.wave < this.#written) break;
      manifests.unshift(manifest);
      key = manifest.previous;
    }
    for (const manifest of manifests) {
      await this.#wave(manifest);
      this.#written = manifest.wave + 1;
    }
  }

  async #wave({ settled, closedAt, text }: Manifest): Promise<void> {
    if (settled !== null) {
      for await (const lines of streamLines(this.#surf.archive, settled.object)) {
        const rows = lines.map((line) => JSON.parse(line) as TaskRow).sort(byEnd);
        for (const row of rows) {
          const level = hasFailed(row) ? 0 : 2;
          if (this.#log.takes(level)) await this.#log.write(level, row.endedAt ?? closedAt, [lineOf(row)]);
        }
      }
    }
    await this.#log.write(1, closedAt, [text]);
  }
}

const byEnd = (a: TaskRow, b: TaskRow): number => (a.endedAt ?? 0) - (b.endedAt ?? 0);

const hasFailed = ({ outcome }: TaskRow): boolean => outcome.type === 'failed';

function lineOf(row: TaskRow): string {
  const { url, outcome, status, errors } = row;
  const reason = 'reason' in outcome ? ` ${outcome.reason}` : '';
  const answer = status === null ? '' : ` ${status}`;
  const error = errors.at(-1);
  const why = hasFailed(row) && error !== undefined ? `: ${error.message}` : '';
  return `${stateOfOutcome(outcome)} ${outcome.type}${reason}${answer} ${url}${why}`;
}
