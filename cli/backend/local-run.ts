import type { RunHandle, RunSnapshot } from '#cli/backend/run-handle.ts';
import type { Embedded } from '#compose/compose-local.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

/** An execution that this process runs. */
export class LocalRun implements RunHandle {
  readonly id: ExecutionId;
  readonly isHere = true;
  readonly takenFrom: number | null;
  readonly #surf: Embedded;
  readonly #run: number;
  #level: { readonly frontier: string; readonly level: number } | null = null;

  /**
   * @param run number of the run to start
   * @param takenFrom a living process that drove it.
   * @default none
   */
  constructor(surf: Embedded, id: ExecutionId, run: number, takenFrom: number | null = null) {
    this.#surf = surf;
    this.id = id;
    this.#run = run;
    this.takenFrom = takenFrom;
  }

  async end(): Promise<ExecutionView> {
    const row = await this.#surf.drive(this.id, this.#run);
    const { describeRow } = await import('#engine/overview/describe-execution.ts');
    return await describeRow(this.#surf, row);
  }

  async snapshot(): Promise<RunSnapshot> {
    const { liveState } = await import('#engine/overview/describe-execution.ts');
    const row = await this.#surf.catalog.execution(this.id);
    return { ...(await liveState(this.#surf, row)), level: await this.#levelOf(row) };
  }

  async stop(): Promise<void> {
    await controlExecution(this.#surf, this.id, { type: 'stop' }).catch(() => undefined);
  }

  /** Reads the frontier again only after a wave has closed. */
  async #levelOf({ frontier }: Execution): Promise<number | null> {
    if (frontier !== null && frontier !== this.#level?.frontier) {
      const { level } = await readJson<Frontier>(this.#surf.archive, frontier, 'lists');
      this.#level = { frontier, level };
    }
    return this.#level?.level ?? null;
  }
}
