import { FileArchive } from '#adapters/embedded/files/file-archive.ts';
import { LocalSecrets } from '#adapters/embedded/files/local-secrets.ts';
import { SqliteCatalog } from '#adapters/embedded/sqlite/sqlite-catalog.ts';
import { SqliteDatabase } from '#adapters/embedded/sqlite/sqlite-database.ts';
import { SqliteHostStore } from '#adapters/embedded/sqlite/sqlite-host-store.ts';
import { SqliteUnitStore } from '#adapters/embedded/sqlite/sqlite-unit-store.ts';
import { type ClockZero, SteadyClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { FetcherPool } from '#adapters/http/pool/fetcher-pool.ts';
import { meteredArchive } from '#adapters/metering/metered-archive.ts';
import { meteredCatalog } from '#adapters/metering/metered-catalog.ts';
import { meteredHostStore } from '#adapters/metering/metered-host-store.ts';
import { meteredPlugin } from '#adapters/metering/metered-plugin.ts';
import { meteredSecrets } from '#adapters/metering/metered-secrets.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { meteredUnitStore } from '#adapters/metering/metered-unit-store.ts';
import { type PluginModuleTerms, ThreadPlugin } from '#adapters/threads/plugins/thread-plugin.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import { checkpointFromEnvironment } from '#compose/checkpoint.ts';
import { EXTRACTION_THREAD, PLUGIN_THREAD } from '#compose/thread-modules.ts';
import { watchedArchive } from '#compose/watched-archive.ts';
import { BlockPool } from '#core/bytes/block-writer.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Checkpoint, CrawlUnitOptions, WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';

export interface WorkerData {
  readonly data: string;
  readonly zero: ClockZero;
  /** Folder with the files of secrets, or null. */
  readonly secretsFolder: string | null;
  /** Plug-ins in order. */
  readonly plugins: readonly PluginModuleTerms[];
}

export interface WorkerWiring {
  /** Ports for one unit, with a separate meter. */
  unitPorts(memoryMb: number): WorkerPorts;
  readonly options: CrawlUnitOptions;
}

/** Builds the ports of a worker thread, once per thread. */
export function openWorker({ data, zero, secretsFolder, plugins: modules }: WorkerData): WorkerWiring {
  const database = new SqliteDatabase(data, { existing: true });
  const catalog = new SqliteCatalog(database);
  const units = new SqliteUnitStore(database);
  const hosts = new SqliteHostStore(database);
  const archive = watchedArchive(new FileArchive(data, systemRandomId));
  const clock = new SteadyClock(zero);
  const fetchers = new FetcherPool({ now: () => clock.now() });
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD });
  const secrets = new LocalSecrets({ folder: secretsFolder, environment: process.env });
  const blocks = new BlockPool();
  const plugins = modules.map((terms) => new ThreadPlugin(PLUGIN_THREAD, terms));
  const checkpoint = checkpointFromEnvironment(process.env) as Checkpoint | undefined;
  return {
    options: checkpoint === undefined ? {} : { checkpoint },
    unitPorts(memoryMb) {
      const meter = new Meter();
      return {
        catalog: meteredCatalog(catalog, meter),
        units: meteredUnitStore(units, meter),
        hosts: meteredHostStore(hosts, meter),
        archive: meteredArchive(archive, meter),
        fetcher: (settings, proxy) => fetchers.get(settings, proxy),
        decodeBody,
        secrets: meteredSecrets(secrets, meter),
        clock,
        random: systemRandomId,
        usage: meteredTime(meter, clock, memoryMb),
        blocks,
        extractor: (selection) => extraction.extractor(selection),
        plugins: plugins.map((plugin) => meteredPlugin(plugin, meter)),
      };
    },
  };
}
