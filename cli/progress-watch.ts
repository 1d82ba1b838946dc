import type { Progress } from '#cli/progress-line.ts';
import type { Embedded } from '#cli/wiring.ts';
import { type Execution, hasEnded } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { UnitRow } from '#core/execution/unit-book.ts';
import type { Frontier } from '#core/frontier/frontier.ts';

/** The rate shown is that of this many seconds. */
const RATE_SECONDS = 15;

/** Reads how far an execution is: its row, the units that work, and now and then the head of its frontier. */
export class ProgressWatch {
  readonly #surf: Embedded;
  readonly #id: ExecutionId;
  readonly #samples: { at: number; pages: number }[] = [];
  #level = { frontier: '', level: 0 };

  constructor(surf: Embedded, id: ExecutionId) {
    this.#surf = surf;
    this.#id = id;
  }

  /** @returns null when it has ended */
  async look(): Promise<Progress | null> {
    const { catalog, units } = this.#surf;
    const row = await catalog.execution(this.#id);
    if (hasEnded(row.status) && row.desired !== 'run') return null;
    const rows = row.plan === null ? [] : await units.rows(this.#id, row.wave);
    const { counts, answer } = row;
    const live = sumOf(rows);
    const pages = counts.stored + counts.notModified + live.stored;
    const pending = Math.max(0, counts.pending - live.fetched);
    return {
      status: row.status,
      pages,
      perSecond: this.#rate(pages),
      level: await this.#levelOf(row),
      done: counts.discovered === 0 ? 0 : 1 - pending / counts.discovered,
      pending,
      failed: Object.values(counts.failed).reduce((sum, n) => sum + n, 0) + live.failed,
      waiting: row.status === 'waiting' && answer?.type === 'wait' ? answer : null,
      hosts: rows
        .flatMap((unit) => (unit.ended || unit.died ? [] : unit.live.waiting))
        .sort((a, b) => a.until - b.until),
      stopping: row.desired !== 'run',
    };
  }

  #rate(pages: number): number {
    const now = this.#surf.clock.monotonic();
    this.#samples.push({ at: now, pages });
    while (this.#samples.length > 2 && now - (this.#samples[1]?.at ?? now) > RATE_SECONDS * 1_000)
      this.#samples.shift();
    const [first] = this.#samples;
    if (first === undefined || now - first.at < 500) return 0;
    return (Math.max(0, pages - first.pages) * 1_000) / (now - first.at);
  }

  async #levelOf({ frontier }: Execution): Promise<number> {
    if (frontier !== null && frontier !== this.#level.frontier) {
      const head = JSON.parse(Buffer.from(await this.#surf.archive.get(frontier)).toString()) as Frontier;
      this.#level = { frontier, level: head.level };
    }
    return this.#level.level;
  }
}

function sumOf(rows: readonly UnitRow[]): { fetched: number; stored: number; failed: number } {
  const sum = { fetched: 0, stored: 0, failed: 0 };
  for (const { live } of rows) {
    sum.fetched += live.fetched;
    sum.stored += live.stored;
    sum.failed += live.failed;
  }
  return sum;
}
