import type { Embedded } from '#cli/wiring.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { Runner } from '#core/execution/runner.ts';
import { startOverdue } from '#engine/start-overdue.ts';
import { startQueued } from '#engine/start-queued.ts';

/** How often executions are looked for whose run died: as the watchdog of a deployment, only sooner. */
const WATCH_MS = 30_000;

/** Runs of executions beside the server that started them. */
export class BackgroundRuns implements Runner {
  readonly #surf: Embedded;
  readonly #failed: (id: ExecutionId, error: unknown) => void;
  readonly #going = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #ended = false;

  /** @param failed told of a run that threw: its execution stays as it is, and the watch tries again */
  constructor(surf: Embedded, failed: (id: ExecutionId, error: unknown) => void) {
    this.#surf = surf;
    this.#failed = failed;
  }

  async start(id: ExecutionId, run: number): Promise<void> {
    const name = `${id}-${run}`;
    if (this.#going.has(name)) return;
    const done = this.#surf
      .drive(id, run)
      .then(() => undefined)
      .catch((error: unknown) => this.#failed(id, error))
      .finally(() => {
        this.#going.delete(name);
        void this.#startQueued();
      });
    this.#going.set(name, done);
  }

  /** An end lets the next one of its owner begin; when that fails, the watch tries again. */
  async #startQueued(): Promise<void> {
    if (this.#ended) return;
    await startQueued({ ...this.#surf, runner: this }).catch(() => undefined);
  }

  /** Takes up what a process left that was killed, now and from time to time. */
  async watch(): Promise<void> {
    await startOverdue({ ...this.#surf, runner: this });
    await this.#startQueued();
    this.#timer = setTimeout(() => void this.watch().catch(() => undefined), WATCH_MS);
    this.#timer.unref();
  }

  stopWatching(): void {
    this.#ended = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
