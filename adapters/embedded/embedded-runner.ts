import type { SqliteDriverBook } from '#adapters/embedded/sqlite-driver-book.ts';
import type { SqliteHostBook } from '#adapters/embedded/sqlite-host-book.ts';
import type { WorkerPool } from '#adapters/embedded/worker-pool.ts';
import type { Clock } from '#core/execution/clock.ts';
import type { Execution, Step } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/execution/ids.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { advance } from '#engine/advance.ts';
import { finishExecution } from '#engine/finish-execution.ts';
import { markDied } from '#engine/mark-died.ts';

/** How often a wait looks whether a control call came. */
const LOOK_MS = 500;

export interface EmbeddedRunnerPorts {
  /** Fresh ports for one advance: their usage starts at zero. */
  readonly advancePorts: () => AdvancePorts;
  readonly drivers: SqliteDriverBook;
  readonly hosts: Pick<SqliteHostBook, 'endLeasesOf'>;
  readonly pool: WorkerPool;
  readonly clock: Clock;
}

/**
 * Drives the two functions of design.md §3 in this process: the state machine as a loop.
 * Any number of processes may drive one execution: the wheel, the commit and the units' rows decide who does what.
 */
export class EmbeddedRunner {
  readonly #ports: EmbeddedRunnerPorts;

  constructor(ports: EmbeddedRunnerPorts) {
    this.#ports = ports;
  }

  /** Runs run `run` and those that follow until the execution ends or another process has the wheel. @returns the row then; of a deleted one the last */
  async drive(id: ExecutionId, run: number): Promise<Execution> {
    const { drivers, hosts } = this.#ports;
    let mine = false;
    const drive = drivers.enter(id);
    const orphansPossible = (): boolean => mine || drivers.hasOther(id, drive);
    // Whoever drove it before was killed: the hosts of its workers need not wait for the end of their leases.
    if (!drivers.hasOther(id, drive)) hosts.endLeasesOf(`${id}/`, this.#ports.clock.now());
    try {
      for (let next = run; ; next++) {
        const ports = { ...this.#ports.advancePorts(), orphansPossible };
        const step = await advance(ports, id, next);
        if (step.type === 'end') {
          const before = await ports.catalog.execution(id);
          const isGone = step.status !== 'superseded' && (await finishExecution(ports, id)) === null;
          return isGone ? before : await ports.catalog.execution(id);
        }
        if (step.type === 'crawl') await this.#crawl(ports, id, step);
        else await this.#wait(ports, { id, run: next, until: step.until });
        mine = true;
      }
    } finally {
      drivers.leave(drive);
    }
  }

  /** The Map: all units at once; what a unit returns says nothing, a begun unit whose worker died is marked. */
  async #crawl(ports: AdvancePorts, id: ExecutionId, step: Extract<Step, { type: 'crawl' }>): Promise<void> {
    const { wave, plan, units, memoryMb } = step;
    const unit = async (number: number): Promise<void> => {
      const end = await this.#ports.pool.run({ execution: id, wave, unit: number, plan }, memoryMb);
      if (end.ended) return;
      this.#ports.hosts.endLeasesOf(`${id}/${wave}/${number}`, ports.clock.now());
      await markDied(ports, { execution: id, wave, unit: number }, end.why);
    };
    await Promise.all(Array.from({ length: units }, (_, number) => unit(number)));
  }

  /** Until its time, or until a control call took the next number. */
  async #wait(ports: AdvancePorts, wait: { id: ExecutionId; run: number; until: number }): Promise<void> {
    for (;;) {
      const left = wait.until - ports.clock.now();
      if (left <= 0) return;
      await ports.clock.sleep(Math.min(left, LOOK_MS));
      const row = await ports.catalog.execution(wait.id);
      if (row.lastRun > wait.run || row.desired !== 'run') return;
    }
  }
}
