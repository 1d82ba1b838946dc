import type { Archive } from '#core/archive/archive.ts';
import type { BlockPool } from '#core/bytes/block-writer.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { BodyDecoder } from '#core/fetch/body-decoder.ts';
import type { Fetcher } from '#core/fetch/fetcher.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { Plugin } from '#core/plugin/plugin.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import type { UnitHooks } from '#core/run/unit-hooks.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { Extractor } from '#core/selection/extractor.ts';
import type { Selection } from '#core/selection/selection.ts';

/** The ports of a worker. The composition root closes them, and wraps them with meters. */
export interface WorkerPorts {
  readonly catalog: Pick<Catalog, 'execution'>;
  readonly units: UnitStore;
  readonly hosts: HostStore;
  readonly archive: Archive;
  /**
   * The fetcher that obeys the settings of a run; may be shared by units that crawl one after the
   * other.
   * @param proxy every connection goes through it; null: there is none
   */
  readonly fetcher: (settings: RunSettings, proxy: ProxyAddress | null) => Fetcher;
  /** The fetcher's own: removes a Content-Encoding. */
  readonly decodeBody: BodyDecoder;
  readonly clock: Clock;
  readonly random: RandomId;
  /** Usage of this unit since the last call, its own time included. */
  readonly usage: () => Usage;
  /**
   * The extractor of a selection policy; may be shared by units.
   * @default none: a workflow with a policy is not crawled
   */
  readonly extractor?: (selection: Selection) => Extractor;
  /**
   * The plug-ins of the operator, in their order; may be shared by units.
   * @default none: a workflow that uses one gets an error in each record
   */
  readonly plugins?: readonly Plugin[];
  /** Values of secret headers. @default none: a workflow that refers to one is not crawled */
  readonly secrets?: Secrets;
  /** May be shared by units. @default the unit's own */
  readonly blocks?: BlockPool;
}

/**
 * Called before and after every durable write, and before every request; fault injection throws or
 * exits in it.
 */
export type Checkpoint = (phase: CheckpointPhase, detail: string) => Promise<void> | void;

export type DurableWrite = 'unit-begin' | 'lease' | 'release' | 'robots-pointer' | 'object-write' | 'beat' | 'unit-end';
export type CheckpointPhase = `${DurableWrite}:${'before' | 'after'}` | 'fetch';

export interface CrawlUnitOptions {
  /** Hooks of the program that runs the crawl; calls wait in this thread. @default none */
  readonly hooks?: UnitHooks;
  /** @default none */
  readonly checkpoint?: Checkpoint;
  /** Globs of the deployment: never asked. @default [] */
  readonly blocklist?: readonly string[];
  /**
   * Milliseconds that the unit may take at most, where its worker has less than the plan gives it.
   * @default the plan's
   */
  readonly mostMs?: number;
  /**
   * The worker is paid by time and memory: it ends when it would wait for few hosts.
   * @default false
   */
  readonly paidByTime?: boolean;
  /**
   * Aborted when the process ends soon: the unit starts no request after that, and writes what it
   * has done.
   * @default never
   */
  readonly parked?: AbortSignal;
}
