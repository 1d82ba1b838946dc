import { nullOn } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { executionsSince } from '#engine/notify/executions-since.ts';

/** The executions that one look at all subscriptions is about; each is read once. */
export class RecentExecutions {
  readonly #catalog: Pick<Catalog, 'execution'>;
  readonly #rows: Map<ExecutionId, Execution | null>;
  /** Newest first. */
  readonly #listed: readonly Execution[];

  private constructor(catalog: Pick<Catalog, 'execution'>, listed: readonly Execution[]) {
    this.#catalog = catalog;
    this.#listed = listed;
    this.#rows = new Map(listed.map((row) => [row.id, row]));
  }

  /** @param since lists what was created after it (epoch ms) */
  static async list(catalog: Pick<Catalog, 'executions' | 'execution'>, since: number): Promise<RecentExecutions> {
    return new RecentExecutions(catalog, await executionsSince(catalog, since));
  }

  /** Creation time of the newest one (epoch ms); 0: there is none. */
  get newestAt(): number {
    return this.#listed[0]?.createdAt ?? 0;
  }

  /**
   * Executions that a subscription has not looked at, and those that it follows; newest first.
   * @param isAbout tells whether it tells of one
   */
  async of({ ignoredUntil, followed }: SubscriptionRow, isAbout: (row: Execution) => boolean): Promise<Execution[]> {
    const found = this.#listed.filter((row) => row.createdAt > ignoredUntil && isAbout(row));
    const known = new Set(found.map(({ id }) => id));
    for (const { execution } of followed) {
      const row = known.has(execution) ? null : await this.#read(execution);
      if (row !== null && isAbout(row)) found.push(row);
    }
    return found.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }

  /** Null if it was deleted. */
  async #read(id: ExecutionId): Promise<Execution | null> {
    const known = this.#rows.get(id);
    if (known !== undefined) return known;
    const row = await nullOn('EXECUTION_NOT_FOUND', this.#catalog.execution(id));
    this.#rows.set(id, row);
    return row;
  }
}
