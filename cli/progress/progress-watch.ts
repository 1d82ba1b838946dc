import type { RunSnapshot } from '#cli/backend/run-handle.ts';
import type { Progress } from '#cli/progress/progress-line.ts';
import { hasEnded } from '#core/execution/execution.ts';
import { liveCounts } from '#engine/overview/live-work.ts';

/** Seconds over which the shown rate is averaged. */
const RATE_SECONDS = 15;

/** Derives the shown progress of a running crawl from snapshots. */
export class ProgressWatch {
  readonly #snapshot: () => Promise<RunSnapshot>;
  readonly #samples: { at: number; pages: number }[] = [];

  constructor(snapshot: () => Promise<RunSnapshot>) {
    this.#snapshot = snapshot;
  }

  /** @returns null once the crawl has ended */
  async look(): Promise<Progress | null> {
    const { status, desired, counts, pages, live, level, waiting, hosts } = await this.#snapshot();
    if (hasEnded(status) && desired !== 'run') return null;
    const { pending, failed } = liveCounts(counts, live);
    return {
      status,
      pages,
      pending,
      perSecond: this.#rate(pages),
      level: level ?? 0,
      done: counts.discovered === 0 ? 0 : 1 - pending / counts.discovered,
      failed: Object.values(failed).reduce((sum, n) => sum + n, 0),
      waiting: waiting === null ? null : timed(waiting),
      hosts: hosts.map(timed),
      stopping: desired !== 'run',
    };
  }

  #rate(pages: number): number {
    const now = performance.now();
    this.#samples.push({ at: now, pages });
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) > RATE_SECONDS * 1_000)
      this.#samples.shift();
    const [first] = this.#samples;
    if (first === undefined || now - first.at < 500) return 0;
    return (Math.max(0, pages - first.pages) * 1_000) / (now - first.at);
  }
}

const timed = <T extends { readonly until: string }>(wait: T): Omit<T, 'until'> & { until: number } => ({
  ...wait,
  until: Date.parse(wait.until),
});
