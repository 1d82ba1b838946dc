import type { Embedded } from '#compose/compose-local.ts';
import { isUnfinished } from '#core/execution/execution.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { rescueStalled } from '#engine/finish/rescue-stalled.ts';
import { startWaiting } from '#engine/start/start-waiting.ts';

/**
 * Interval between searches for executions whose run has died; shorter than that of a deployment's
 * watchdog.
 */
const WATCH_MS = 30_000;
/**
 * Longest wait for parked executions: a stopping unit gives its requests 10 s; the rest is for its
 * last writes.
 */
const PARK_MS = 15_000;

/** Runs executions inside `surf serve` and rescues those whose process has died. */
export class LocalWatchdog implements Runner {
  readonly #surf: Embedded;
  readonly #told: (id: ExecutionId, error: unknown) => void;
  readonly #going = new Map<string, Promise<void>>();
  /** Executions whose last run in this process threw. */
  readonly #failed = new Set<ExecutionId>();
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  /**
   * @param failed called for a run that threw: its execution stays unchanged, and the watch retries
   * it
   */
  constructor(surf: Embedded, failed: (id: ExecutionId, error: unknown) => void) {
    this.#surf = surf;
    this.#told = failed;
  }

  async start(id: ExecutionId, run: number): Promise<void> {
    if (this.#ended) return;
    const name = `${id}-${run}`;
    if (this.#going.has(name)) return;
    const done = this.#surf
      .drive(id, run)
      .then(() => void this.#failed.delete(id))
      .catch((error: unknown) => {
        this.#failed.add(id); // the watch tries again when its deadline has passed
        if (!this.#ended) this.#told(id, error);
      })
      .finally(() => {
        this.#going.delete(name);
        void this.#startWaiting();
      });
    this.#going.set(name, done);
  }

  /**
   * Starts waiting executions: the end of one makes room for the owner's next. The watch retries a
   * failure.
   */
  async #startWaiting(): Promise<void> {
    if (this.#ended) return;
    await startWaiting({ ...this.#surf, runner: this }).catch(() => undefined);
  }

  /** Resumes the executions of killed processes, now and periodically. */
  async watch(): Promise<void> {
    try {
      this.#surf.followClock();
      await this.#takeUp();
      await rescueStalled({ ...this.#surf, runner: this });
      await this.#startWaiting();
    } finally {
      if (!this.#ended) this.#timer = setTimeout(() => void this.watch().catch(() => undefined), WATCH_MS).unref();
    }
  }

  /**
   * Parks every execution: each writes what it has crawled. The next server resumes them.
   * @returns false if some took too long; their finished writes count
   */
  async end(): Promise<boolean> {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#surf.park();
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), PARK_MS).unref());
    return await Promise.race([Promise.all(this.#going.values()).then(() => true), late]);
  }

  /**
   * Resumes executions of a server that was killed or ended. Executions of a command are the user's
   * to resume.
   */
  async #takeUp(): Promise<void> {
    for (const id of this.#surf.orphansOfServers()) {
      if (this.#failed.has(id)) continue;
      const found = await this.#surf.catalog.execution(id).catch(() => null); // it may have been deleted
      if (found === null || !isUnfinished(found)) continue;
      const type = found.desired === 'run' ? 'resume' : found.desired;
      const { row } = await controlExecution(this.#surf, id, { type });
      await this.start(id, row.lastRun);
    }
  }
}
