import type { Worker } from 'node:worker_threads';
import { EmbeddedRunner } from '#adapters/embedded/embedded-runner.ts';
import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { LocalSecrets } from '#adapters/embedded/files/local-secrets.ts';
import { SqliteSubscriptionStore } from '#adapters/embedded/notify/sqlite-subscription-store.ts';
import { SqliteScheduleStore } from '#adapters/embedded/schedules/sqlite-schedule-store.ts';
import { SqliteAccountStore } from '#adapters/embedded/sqlite/sqlite-account-store.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteIdempotencyStore } from '#adapters/embedded/sqlite/sqlite-idempotency-store.ts';
import { type DriverRole, SqliteRunnerLocks } from '#adapters/embedded/sqlite/sqlite-runner-locks.ts';
import { SqliteTaskIndex } from '#adapters/embedded/sqlite/sqlite-task-index.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { SqliteWorkflowStore } from '#adapters/embedded/sqlite/sqlite-workflow-store.ts';
import { SteadyClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { WorkerPool, type WorkerPoolOptions } from '#adapters/embedded/worker-pool.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { meteredArchive } from '#adapters/metering/metered-archive.ts';
import { meteredCatalog } from '#adapters/metering/metered-catalog.ts';
import { meteredSecrets } from '#adapters/metering/metered-secrets.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { meteredUnitStore } from '#adapters/metering/metered-unit-store.ts';
import { serveHooks } from '#adapters/threads/hook-calls.ts';
import type { PluginModuleTerms } from '#adapters/threads/plugins/thread-plugin.ts';
import { checkpointFromEnvironment } from '#compose/checkpoint.ts';
import type { WorkerData } from '#compose/compose-worker.ts';
import { WORKER_THREAD } from '#compose/thread-modules.ts';
import { watchedArchive } from '#compose/watched-archive.ts';
import type { Archive } from '#core/archive/archive.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { DriverWatch } from '#core/execution/driver.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import { type AccountStore, patternsOf } from '#core/identity/account-store.ts';
import { ownerRights } from '#core/identity/owner-rights.ts';
import { storageLeft } from '#core/identity/quotas/storage-quota.ts';
import type { RoleTable } from '#core/identity/roles/role-limits.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { CallHook, HookName } from '#core/model/hook.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { WorkflowStore } from '#core/workflow/workflow-store.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';

/** An embedded Surf on one data folder. */
export interface Embedded {
  readonly data: string;
  readonly secretsFolder: string | null;
  /** The operator's plug-ins, in order. */
  readonly plugins: readonly PluginModuleTerms[];
  readonly catalog: Catalog;
  readonly workflows: WorkflowStore;
  readonly requests: IdempotencyStore;
  readonly schedules: ScheduleStore;
  readonly subscriptions: SubscriptionStore;
  readonly accounts: AccountStore;
  readonly tasks: TaskIndex;
  readonly units: UnitStore;
  readonly hosts: HostStore;
  readonly secrets: Secrets;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly random: RandomId;
  /**
   * Runs an execution in this process until it ends, is paused, or another process has taken it
   * over.
   * @param run
   * @default the row's lastRun
   */
  drive(id: ExecutionId, run?: number): Promise<Execution>;
  /** Id of another living process that runs the execution; null: there is none. */
  driverElsewhere(id: ExecutionId): number | null;
  /** Heartbeats of all processes that run executions of this folder. */
  readonly drivers: DriverWatch;
  /** Executions whose server process has ended. */
  orphansOfServers(): ExecutionId[];
  /**
   * Makes every `drive` return soon, with everything crawled on disk. Another process can resume
   * the executions.
   */
  park(): void;
  /**
   * Synchronises with the system clock, unless an execution runs: a crawl keeps its initial clock.
   */
  followClock(): void;
  /** Starts a worker thread ahead of the first wave. */
  warmUp(): void;
  /** Ends idle worker threads; the next unit starts new ones. Call it when no execution runs. */
  endThreads(): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly data: string;
  readonly threads?: number;
  readonly spare?: Worker;
  /** @default command */
  readonly role?: DriverRole;
  /** Folder with the files of secrets. @default none: secrets are variables of the environment */
  readonly secretsFolder?: string;
  /** Plug-ins in order. @default none */
  readonly plugins?: readonly PluginModuleTerms[];
  /** The program's hooks, and a function that calls them. @default none */
  readonly hooks?: { readonly names: readonly HookName[]; readonly call: CallHook };
  /** Limits of roles, if people sign in. @default null: no sign-in */
  readonly roles?: RoleTable | null;
  /** True if the data folder must exist already. @default false */
  readonly existing?: boolean;
}

/** Opens the data folder, and creates it if it is missing. Threads start with the first wave. */
export function openEmbedded(options: EmbeddedOptions): Embedded {
  const { data, secretsFolder = null, plugins = [], role = 'command', roles = null, existing = false } = options;
  const database = new SqliteDatabase(data, { existing });
  const clock = new SteadyClock();
  const ports = {
    ...storesOf(database),
    secrets: new LocalSecrets({ folder: secretsFolder, environment: process.env }),
    archive: watchedArchive(new FileArchive(data, systemRandomId)),
    clock,
    random: systemRandomId,
  };
  const pool = new WorkerPool({
    entry: WORKER_THREAD,
    workerData: { data, zero: clock.zero, secretsFolder, plugins } satisfies WorkerData,
    ...greetingOf(options),
    ...(options.threads !== undefined && { threads: options.threads }),
    ...(options.spare !== undefined && { spare: options.spare }),
  });
  const checkpoint = checkpointFromEnvironment(process.env);
  const advancePorts = (): AdvancePorts => {
    const meter = new Meter();
    return {
      ...ports,
      catalog: meteredCatalog(ports.catalog, meter),
      units: meteredUnitStore(ports.units, meter),
      archive: meteredArchive(ports.archive, meter),
      secrets: meteredSecrets(ports.secrets, meter),
      decodeBody,
      usage: meteredTime(meter, ports.clock, ADVANCE_MEMORY_MB),
      workersAtOnce: pool.threads,
      plugins,
      blocklist: () => patternsOf(ports.accounts),
      work: (work) => ports.accounts.countWork(work),
      owners: ownersOf(ports.accounts, roles),
      ...(options.hooks !== undefined && { hooks: options.hooks.names }),
      ...(checkpoint !== undefined && { checkpoint }),
    };
  };
  const drivers = new SqliteRunnerLocks(database, systemRandomId);
  const runner = new EmbeddedRunner({ advancePorts, drivers, role, hosts: ports.hosts, pool, clock: ports.clock });
  const clocked = new ClockedRunner(runner, clock);
  return {
    ...ports,
    data,
    secretsFolder,
    plugins,
    drive: async (id, run) => clocked.drive(id, run ?? (await ports.catalog.execution(id)).lastRun),
    followClock: () => clocked.followClock(),
    driverElsewhere: (id) => drivers.otherOf(id),
    drivers,
    orphansOfServers: () => drivers.orphansOfServers(),
    park: () => runner.park(),
    warmUp: () => pool.warmUp(),
    endThreads: () => pool.close(),
    close: () => pool.close().then(() => database.close()),
  };
}

const storesOf = (database: SqliteDatabase) => ({
  catalog: new SqliteCatalog(database),
  workflows: new SqliteWorkflowStore(database),
  requests: new SqliteIdempotencyStore(database),
  schedules: new SqliteScheduleStore(database),
  subscriptions: new SqliteSubscriptionStore(database),
  accounts: new SqliteAccountStore(database),
  tasks: new SqliteTaskIndex(database),
  units: new SqliteUnitStore(database),
  hosts: new SqliteHostStore(database),
});

function greetingOf({ hooks }: EmbeddedOptions): Pick<WorkerPoolOptions, 'greeting'> {
  if (hooks === undefined) return {};
  return {
    greeting: () => {
      const { order, transfer } = serveHooks(hooks.names, hooks.call);
      return { message: order, transfer };
    },
  };
}

/** Runs executions on one clock, which follows the system clock only while none runs. */
class ClockedRunner {
  readonly #runner: EmbeddedRunner;
  readonly #clock: SteadyClock;
  #drives = 0;

  constructor(runner: EmbeddedRunner, clock: SteadyClock) {
    this.#runner = runner;
    this.#clock = clock;
  }

  async drive(id: ExecutionId, run: number): Promise<Execution> {
    this.followClock();
    this.#drives += 1;
    try {
      return await this.#runner.drive(id, run);
    } finally {
      this.#drives -= 1;
    }
  }

  followClock(): void {
    if (this.#drives === 0) this.#clock.follow();
  }
}

const ownersOf = (accounts: AccountStore, roles: RoleTable | null): NonNullable<AdvancePorts['owners']> => ({
  rights: (owner) => ownerRights(accounts, owner),
  release: (owner, id) => accounts.releasePlace(owner, id),
  storageLeft: (owner) => storageLeft(accounts, roles, owner),
  keepStored: (part) => accounts.keepStored(part),
  dropStored: (of) => accounts.dropStored(of),
});
