import type { Archive } from '#core/archive/archive.ts';
import type { WorkerMemory } from '#core/cost/lambda.ts';
import type { Prices } from '#core/cost/prices.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { Catalog, Commit } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import type { SmallWaves } from '#core/frontier/wave/small-waves.ts';
import type { AccountStore, ExecutionWork } from '#core/identity/account-store.ts';
import type { Rights } from '#core/identity/roles/user.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { HookName } from '#core/model/hook.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { SettledUnitsPorts } from '#engine/advance/closing/settled-units.ts';

/** Called before and after every durable write: crash tests stop the process there. */
export type Checkpoint = (phase: string, detail: string) => Promise<void> | void;

/** The most that a deployment allows a wave; no workflow can exceed it. */
export interface WaveBounds {
  /** Workers at once. */
  readonly units: number;
  /** Most seconds that a unit may take. */
  readonly unitSeconds: number;
  readonly memory: WorkerMemory;
}

/** Dependencies of `advance`. The composition root meters all ports. */
export interface AdvancePorts extends SettledUnitsPorts {
  readonly catalog: Catalog;
  readonly tasks: TaskIndex;
  readonly units: UnitStore;
  readonly archive: Archive;
  readonly clock: Clock;
  readonly random: RandomId;
  /** Reads archived sitemaps. */
  readonly decodeBody: BodyDecoder;
  /** Usage since the last call, the time of this function included. */
  readonly usage: () => Usage;
  /**
   * Milliseconds since `runningSince` in which the execution had no driver; less than zero when the
   * clock was set back meanwhile. The commit takes them out of what it has run.
   * @default 0
   */
  readonly stoodStillMs?: (row: Execution) => number;
  /** @default none, and the memory of design.md §8 */
  readonly bounds?: WaveBounds;
  /** Most tasks of one level list. @default 1,000,000 */
  readonly listTasks?: number;
  /**
   * Workers that run truly at the same time, where they share the cores of one machine.
   * @default all of them
   */
  readonly workersAtOnce?: number;
  /** Prices that a crawl is charged at. @default list prices of us-east-1 */
  readonly prices?: Prices;
  /** Globs, and host names with all below, that Surf never requests. @default none */
  readonly blocklist?: () => Promise<readonly string[]>;
  /** Hooks of the program that runs the waves: the plan names them. @default none */
  readonly hooks?: readonly HookName[];
  /**
   * The plug-ins of the operator: what calls of them may cost is reserved.
   * @default none
   */
  readonly plugins?: readonly PluginTerms[];
  /**
   * Called with the work that a commit added, for the usage of its owner. The next commit of the
   * day includes the work of a call that failed.
   * @default does nothing
   */
  readonly work?: (work: ExecutionWork) => Promise<void>;
  /**
   * Called with each commit that succeeded: the previous row, and the row that the commit wrote.
   * @default does nothing
   */
  readonly committed?: (before: Execution, commit: Commit) => void;
  /**
   * Current rights of owners, and their places.
   * @default owners are not known: everything stays as it was started
   */
  readonly owners?: Pick<AccountStore, 'keepStored' | 'dropStored'> & {
    rights(owner: string): Promise<Rights>;
    release(owner: string, execution: ExecutionId): Promise<void>;
    /** Bytes that the owner's executions may archive further; null: no quota bounds them. */
    storageLeft(owner: string): Promise<number | null>;
  };
  /**
   * Asked before each wave of a workflow that refers to secrets: without them no request is sent.
   * @default they are not requested; workers are
   */
  readonly secrets?: Secrets;
  /**
   * Price of so many ms of this function, where a watchdog starts the next run of a call that gives
   * no sign of life. The call then renews its deadline while it works, and is charged before.
   * @default writes no sign of life
   */
  readonly leaseUsd?: (ms: number) => number;
  /**
   * The objects of a commit are one, where each would cost a request: only for crawls whose lists
   * are small (ADR 86).
   * @default each is written by itself
   */
  readonly packs?: boolean;
  /**
   * Is it the first run, which the state machine does not carry? Then its end costs no transition
   * (ADR 86).
   * @default false
   */
  readonly isFirst?: boolean;
  /** @default the state machine has every wave crawled */
  readonly small?: SmallWaves;
  /**
   * Has the rows of closed waves written (`project`) while the next one is crawled; false when
   * no other call accepts the work. A later call writes what this one leaves (ADR 71).
   * @default they are written before the answer
   */
  readonly projectLater?: (id: ExecutionId, run: number) => Promise<boolean>;
  readonly checkpoint?: Checkpoint;
}
