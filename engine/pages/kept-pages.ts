import type { Archive } from '#core/archive/archive.ts';
import type { PageState } from '#core/collection/page-state.ts';
import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex, TaskRow } from '#core/execution/task-index.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { UrlKey } from '#core/url/url-key.ts';
import { SettledLookup } from '#engine/explain/lookup/settled-lookup.ts';
import { BasePages } from '#engine/frontier/base-pages.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';

export interface KeptPagesPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly archive: Archive;
  readonly tasks: TaskIndex;
}

/** Earlier ticks that are looked at, one read each. */
const MOST_TICKS = 1_000;
/** The largest difference between the clocks of the API and of a worker that Surf allows for. */
const CLOCKS_MS = 60_000;

/** Pages that a tick of a collection kept, in the earlier ticks that requested them last. */
export class KeptPages {
  readonly #ports: KeptPagesPorts;
  readonly #tick: Execution;
  /** The ticks before, newest first, as far as they were looked at. */
  readonly #before: Execution[] = [];
  readonly #lookups = new Map<ExecutionId, SettledLookup>();
  #known: Promise<BasePages<PageState> | null> | null = null;

  constructor(ports: KeptPagesPorts, tick: Execution) {
    this.#ports = ports;
    this.#tick = tick;
  }

  /**
   * @returns null: the collection did not know the page when the tick began, or the tick that
   * fetched it is deleted
   * @throws SurfError OBJECT_NOT_FOUND, OBJECT_CORRUPT
   */
  async row(key: UrlKey): Promise<TaskRow | null> {
    return await this.#rowAt(key, (await this.#state(key))?.seenAt);
  }

  /** The row of the last request, even if it failed. */
  async lastRow(key: UrlKey): Promise<TaskRow | null> {
    return await this.#rowAt(key, (await this.#state(key))?.askedAt);
  }

  /** @returns null: the collection did not know this key when the tick began */
  async address(key: UrlKey): Promise<string | null> {
    return (await this.#state(key))?.url ?? null;
  }

  async #state(key: UrlKey): Promise<PageState | null> {
    this.#known ??= this.#open();
    return (await (await this.#known)?.lookup([key]))?.get(0) ?? null;
  }

  /** @param at time of the request that made the row */
  async #rowAt(key: UrlKey, at: number | undefined): Promise<TaskRow | null> {
    if (at === undefined) return null;
    for await (const tick of this.#earlier()) {
      if (tick.createdAt > at + CLOCKS_MS) continue;
      const row = await this.#lookup(tick).get(key);
      if (row !== null || tick.createdAt <= at) return row;
    }
    return null;
  }

  async #open(): Promise<BasePages<PageState> | null> {
    const { frontier } = this.#tick;
    if (frontier === null) return null;
    const { collection } = await readJson<Frontier>(this.#ports.archive, frontier, 'lists');
    return collection === undefined ? null : new BasePages<PageState>(this.#ports.archive, collection.files);
  }

  async *#earlier(): AsyncGenerator<Execution> {
    for (let i = 0; i < MOST_TICKS; i++) {
      const tick = this.#before[i] ?? (await this.#baseOf(this.#before[i - 1] ?? this.#tick));
      if (tick === null) return;
      this.#before[i] = tick;
      yield tick;
    }
  }

  async #baseOf({ base }: Execution): Promise<Execution | null> {
    if (base === undefined) return null;
    return await nullOn('EXECUTION_NOT_FOUND', this.#ports.catalog.execution(base));
  }

  #lookup(tick: Execution): SettledLookup {
    const lookup = this.#lookups.get(tick.id) ?? new SettledLookup(this.#ports, tick);
    this.#lookups.set(tick.id, lookup);
    return lookup;
  }
}
