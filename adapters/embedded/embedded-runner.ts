import type { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import type { Drive, DriverRole, SqliteRunnerLocks } from '#adapters/embedded/sqlite/sqlite-runner-locks.ts';
import type { WorkerPool } from '#adapters/embedded/worker-pool.ts';
import { SurfError } from '#core/error.ts';
import { DRIVER_BEAT_MS } from '#core/execution/driver.ts';
import { type Execution, hasEnded, type Step } from '#core/execution/execution.ts';
import type { Clock } from '#core/model/clock.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { markDied } from '#engine/finish/mark-died.ts';

/** What an execution needs at its end; it loads while the first wave is crawled. */
const loadFinish = () => import('#engine/finish/finish-execution.ts');

/** Interval between a wait's checks for a control call. */
const LOOK_MS = 500;
/**
 * A page of another execution can kill a thread before a unit of this one begins: one or two such
 * deaths prove nothing.
 */
const MOST_STARTLESS = 3;

export interface EmbeddedRunnerPorts {
  /** Fresh ports for one advance: their usage starts at zero. */
  readonly advancePorts: () => AdvancePorts;
  readonly drivers: SqliteRunnerLocks;
  readonly role: DriverRole;
  readonly hosts: Pick<SqliteHostStore, 'endLeases' | 'endLeasesOf'>;
  readonly pool: WorkerPool;
  readonly clock: Clock;
}

/**
 * Drives the two functions of design.md §3 in this process: the state machine as a loop. Any number
 * of processes may drive one execution: the run number, the commit and the units' rows decide who
 * does what.
 */
export class EmbeddedRunner {
  readonly #ports: EmbeddedRunnerPorts;
  /** Waves in a row in which no unit began. */
  readonly #startless = new Map<ExecutionId, number>();
  #parked = false;

  constructor(ports: EmbeddedRunnerPorts) {
    this.#ports = ports;
  }

  /**
   * Ends every drive once its units have written their work; the executions stay as they are for
   * the next driver.
   */
  park(): void {
    this.#parked = true;
    this.#ports.pool.park();
  }

  /**
   * Runs run `run` and those that follow until the execution ends, another process has acquired it,
   * or this one parks.
   * @returns the row then; of a deleted one the last
   * @throws SurfError a fault of the machine: the execution stays interrupted
   */
  async drive(id: ExecutionId, run: number): Promise<Execution> {
    const { drivers, hosts, clock, role } = this.#ports;
    const drive = drivers.enter(id, role, clock.now());
    const beat = setInterval(() => quietly(() => drivers.beat(drive, clock.now())), DRIVER_BEAT_MS).unref();
    // The process that drove it before was killed: the hosts of its workers need not wait for the
    // end of their leases.
    if (!drivers.hasOther(id, drive)) hosts.endLeasesOf(`${id}/`, clock.now());
    const diedAt = drivers.clearDead(id);
    try {
      const row = await this.#loop(drive, run, diedAt);
      if (this.#parked && !hasEnded(row.status)) drivers.abandon(drive, clock.now());
      else drivers.leave(drive);
      return row;
    } catch (error) {
      quietly(() => drivers.abandon(drive, clock.now()));
      throw error;
    } finally {
      clearInterval(beat);
    }
  }

  async #loop(drive: Drive, run: number, diedAt: number | null): Promise<Execution> {
    const { drivers, clock } = this.#ports;
    const id = drive.execution;
    let mine = false;
    const orphansPossible = (): boolean => mine || drivers.hasOther(id, drive);
    const stood = new StoodStill(clock, diedAt);
    for (let next = run; ; next++) {
      const ports = { ...this.#ports.advancePorts(), orphansPossible, stoodStillMs: stood.of };
      const step = await advance(ports, id, next);
      if (step.type === 'end') {
        const [before, { finishExecution }] = await Promise.all([ports.catalog.execution(id), loadFinish()]);
        const isGone = step.status !== 'superseded' && (await finishExecution(ports, id)) === null;
        return isGone ? before : await ports.catalog.execution(id);
      }
      if (!this.#parked && step.type === 'crawl') await this.#crawl(ports, drive, step);
      else if (step.type === 'wait') await this.#wait(ports, { id, run: next, until: step.until });
      if (this.#parked) return await ports.catalog.execution(id);
      mine = true;
    }
  }

  /**
   * The Map: runs all units at once and ignores their results. It marks a begun unit whose worker
   * died, but not a unit that the machine failed: its tasks are planned again as if it had not
   * begun.
   */
  async #crawl(ports: AdvancePorts, drive: Drive, step: Extract<Step, { type: 'crawl' }>): Promise<void> {
    const id = drive.execution;
    const { wave, plan, units, memoryMb } = step;
    let fault: Error | null = null;
    let death: string | null = null;
    const unit = async (number: number): Promise<void> => {
      const end = await this.#ports.pool.run({ execution: id, wave, unit: number, plan }, memoryMb);
      if (end.type === 'ended') return;
      if (end.type === 'fault') {
        fault ??= end.error;
        return;
      }
      death ??= end.why;
      const { hosts } = this.#ports;
      await markDied({ ...ports, hosts }, { execution: id, wave, unit: number }, { why: end.why, isCertain: true });
    };
    const running = Array.from({ length: units }, (_, number) => unit(number));
    await Promise.all([...running, loadFinish()]);
    if (fault !== null) {
      this.#releaseHosts(drive);
      throw fault;
    }
    if (death !== null) await this.#refuseUnstartable(ports, { id, step, death });
  }

  /**
   * All units have ended: the next crawl of their hosts need not wait for the end of the leases.
   */
  #releaseHosts(drive: Drive): void {
    const { drivers, hosts, clock } = this.#ports;
    if (drivers.hasOther(drive.execution, drive)) return;
    quietly(() => hosts.endLeasesOf(`${drive.execution}/`, clock.now()));
  }

  /**
   * A wave in which no unit began changes nothing: without this refusal, waves would follow each
   * other without end.
   */
  async #refuseUnstartable(
    ports: AdvancePorts,
    { id, step, death }: { id: ExecutionId; step: Extract<Step, { type: 'crawl' }>; death: string },
  ): Promise<void> {
    const numbers = Array.from({ length: step.units }, (_, number) => number);
    const hasBegun = (await ports.units.rows(id, step.wave, numbers)).length > 0;
    const waves = hasBegun ? 0 : (this.#startless.get(id) ?? 0) + 1;
    if (waves < MOST_STARTLESS) {
      this.#startless.set(id, waves);
      return;
    }
    this.#startless.delete(id);
    throw new SurfError('WORKER_UNSTARTABLE', `no worker thread can start: ${death.split('\n', 1)[0]}`, {
      remedy: 'check free memory and that Surf is installed whole (npm ci)',
    });
  }

  /**
   * Waits until the time has passed, independent of the system clock, or until a control call took
   * the next number.
   */
  async #wait(ports: AdvancePorts, wait: { id: ExecutionId; run: number; until: number }): Promise<void> {
    const { clock } = ports;
    const endsAt = clock.monotonic() + wait.until - clock.now();
    while (!this.#parked) {
      const left = endsAt - clock.monotonic();
      if (left <= 0) return;
      await clock.sleep(Math.min(left, LOOK_MS));
      const row = await ports.catalog.execution(wait.id);
      if (row.lastRun > wait.run || row.desired !== 'run') return;
    }
  }
}

/**
 * Milliseconds since `runningSince` in which an execution stood still, without a driver. They are
 * taken out of the row with the first wave that is closed.
 */
class StoodStill {
  readonly #clock: Clock;
  readonly #diedAt: number | null;
  readonly #drivenAt: number;
  #wave: number | null = null;

  constructor(clock: Clock, diedAt: number | null) {
    this.#clock = clock;
    this.#diedAt = diedAt;
    this.#drivenAt = clock.now();
  }

  /** For an attempt to close the row's wave. */
  readonly of = ({ wave, runningSince }: Pick<Execution, 'wave' | 'runningSince'>): number => {
    this.#wave ??= wave;
    if (this.#wave !== wave || this.#diedAt === null || runningSince === null) return 0;
    const now = this.#clock.now();
    // An earlier driver's clock was ahead of this one's: what it did then took no time.
    if (runningSince > now) return now - runningSince;
    return Math.max(0, this.#drivenAt - Math.max(this.#diedAt, runningSince));
  };
}

/**
 * Runs `work` and drops its errors: the crawl's own writes report a data folder that cannot be
 * written, not its signs of life.
 */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // see above
  }
}
