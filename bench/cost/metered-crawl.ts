import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { meteredArchive } from '#adapters/metering/metered-archive.ts';
import { meteredCatalog } from '#adapters/metering/metered-catalog.ts';
import { meteredHostStore } from '#adapters/metering/metered-host-store.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { meteredUnitStore } from '#adapters/metering/metered-unit-store.ts';
import { DEPLOYMENT } from '#bench/cost/deployment.ts';
import { madeUpWeb, seedsOf } from '#bench/cost/made-up-web.ts';
import type { Scenario } from '#bench/cost/scenarios.ts';
import { SERVICE_MS, slowed, slowedArchive } from '#bench/cost/service-times.ts';
import type { Archive } from '#core/archive/archive.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { Step } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { WorkerPorts } from '#engine/crawl-unit/unit/worker-ports.ts';
import { finishExecution } from '#engine/finish/finish-execution.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import { ScriptedFetcher } from '#test/fakes/scripted-fetcher.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

/** What a crawl used, as it counted itself. */
export interface MeteredCrawl {
  readonly name: string;
  readonly pages: number;
  readonly requests: number;
  /** Simulated, from the first run to the last. */
  readonly seconds: number;
  readonly waves: number;
  /** Most units of a wave, and what their workers had. */
  readonly units: number;
  readonly memoryMb: number;
  /** Bytes of the archive's WARC objects. */
  readonly warcBytes: number;
  readonly usage: Usage;
}

/** The MB of a whole vCPU. */
const VCPU_MB = 1_769;

/**
 * Runs a whole crawl by the shipped engine with its shipped meters: every page is made, fetched
 * from a script, parsed and archived; only time is simulated (waiting costs as on AWS, and lasts
 * nothing), and the stores are in memory. CPU of pages is taken from the scenario; that of
 * `advance` is real.
 *
 * @param busyMs real time, which `advance` takes
 */
export async function meteredCrawl(scenario: Scenario, busyMs = () => performance.now()): Promise<MeteredCrawl> {
  const bench = new CrawlBench(scenario, busyMs);
  return bench.clock.run(bench.run());
}

class CrawlBench {
  readonly clock = new VirtualClock();
  readonly #scenario: Scenario;
  readonly #busyMs: () => number;
  readonly #archive = new MemoryArchive();
  readonly #catalog = new MemoryCatalog();
  readonly #units = new MemoryUnitStore();
  readonly #hosts = new MemoryHostStore();
  readonly #tasks = new MemoryTaskIndex();
  #names = 0;
  #warcBytes = 0;
  #most = { units: 0, memoryMb: 0 };
  #requests = 0;

  constructor(scenario: Scenario, busyMs: () => number) {
    this.#scenario = scenario;
    this.#busyMs = busyMs;
  }

  async run(): Promise<MeteredCrawl> {
    const { name, hosts, delaySeconds, parallelism } = this.#scenario;
    const workflow = Workflow.parse({
      seeds: seedsOf(this.#scenario),
      limits: { pages: null, depth: null },
      traps: { barrenPages: null }, // made-up pages say nothing, which is what a trap does
      politeness: { delaySeconds },
      parallelism,
    });
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    const { id } = await startExecution({ ...this.#parts(), catalog: this.#catalog }, { workflow, settings });
    const waves = await this.#drive(id);
    const { counts, frontier } = await this.#catalog.execution(id);
    const { usage } = JSON.parse(Buffer.from(await this.#archive.get(frontier ?? '')).toString()) as Frontier;
    const expected = hosts * this.#scenario.pagesPerHost;
    if (counts.stored !== expected) throw new Error(`${name}: ${counts.stored} pages, not ${expected}`);
    const seconds = Math.round(this.clock.elapsed / 1_000);
    return {
      name,
      pages: expected,
      requests: this.#requests,
      seconds,
      waves,
      ...this.#most,
      warcBytes: this.#warcBytes,
      usage,
    };
  }

  /** @returns the number of waves */
  async #drive(id: ExecutionId): Promise<number> {
    for (let run = 1; ; run++) {
      await this.clock.sleep(SERVICE_MS.lambdaWarm + 3 * SERVICE_MS.transition);
      const ports = this.#advancePorts();
      const step = await advance(ports, id, run);
      if (step.type === 'end') {
        await finishExecution(ports, id);
        return run - 1;
      }
      if (step.type === 'wait') await this.clock.sleep(step.until - this.clock.now());
      else await this.#crawl(id, step);
    }
  }

  async #crawl(id: ExecutionId, step: Extract<Step, { type: 'crawl' }>): Promise<void> {
    const { wave, plan, units, memoryMb } = step;
    this.#most = { units: Math.max(units, this.#most.units), memoryMb: Math.max(memoryMb, this.#most.memoryMb) };
    const unit = async (number: number): Promise<void> => {
      await this.clock.sleep(wave === 1 ? SERVICE_MS.lambdaCold : SERVICE_MS.lambdaWarm);
      await crawlUnit(this.#workerPorts(memoryMb), { execution: id, wave, unit: number, plan }, { paidByTime: true });
    };
    await Promise.all(Array.from({ length: units }, (_, number) => unit(number)));
  }

  #parts(): Pick<AdvancePorts, 'clock' | 'random'> {
    return { clock: this.clock, random: () => `r${String(this.#names++).padStart(17, '0')}` };
  }

  #advancePorts(): AdvancePorts {
    const meter = new Meter();
    const { clock } = this;
    const busy = {
      ...this.#parts().clock,
      now: () => clock.now(),
      sleep: clock.sleep.bind(clock),
      monotonic: () => clock.monotonic() + this.#busyMs(),
    };
    return {
      ...this.#parts(),
      decodeBody,
      catalog: meteredCatalog(slowed(this.#catalog, clock, SERVICE_MS.dynamo), meter),
      units: meteredUnitStore(slowed(this.#units, clock, SERVICE_MS.dynamo), meter),
      tasks: slowed(this.#tasks, clock, SERVICE_MS.dynamoBatch * 3),
      archive: meteredArchive(slowedArchive(this.#archive, clock), meter),
      usage: meteredTime(meter, busy, ADVANCE_MEMORY_MB),
      bounds: DEPLOYMENT,
    };
  }

  #workerPorts(memoryMb: number): WorkerPorts {
    const meter = new Meter();
    const { clock } = this;
    const web = madeUpWeb(this.#scenario, this.#scenario.cpuMs * Math.max(1, VCPU_MB / memoryMb));
    const fetcher = new ScriptedFetcher(clock, (url, nth, method) => {
      this.#requests += 1;
      return web(url, nth, method);
    });
    return {
      ...this.#parts(),
      catalog: meteredCatalog(slowed(this.#catalog, clock, SERVICE_MS.dynamo), meter),
      units: meteredUnitStore(slowed(this.#units, clock, SERVICE_MS.dynamo), meter),
      hosts: meteredHostStore(slowed(this.#hosts, clock, SERVICE_MS.dynamo), meter),
      archive: meteredArchive(slowedArchive(this.#withoutWarcs(), clock), meter),
      fetcher: () => fetcher,
      decodeBody,
      usage: meteredTime(meter, clock, memoryMb),
    };
  }

  /** WARC objects are counted and not kept: they would fill the memory. */
  #withoutWarcs(): Archive {
    const archive = this.#archive;
    return {
      put: async (key, parts) => {
        if (!key.endsWith(CHUNK_SUFFIX.warc)) return archive.put(key, parts);
        this.#warcBytes += parts.reduce((sum, { length }) => sum + length, 0);
        return 'created';
      },
      get: (key) => archive.get(key),
      range: (key, offset, length) => archive.range(key, offset, length),
      list: (prefix) => archive.list(prefix),
      delete: (keys) => archive.delete(keys),
    };
  }
}
