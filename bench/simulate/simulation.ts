import type { Item } from '#adapters/aws/dynamo/attributes.ts';
import { unitsOf } from '#adapters/aws/dynamo/dynamo-table.ts';
import { correctionPacks, wavePacks } from '#adapters/aws/dynamo/task-pack.ts';
import { PARTITION_KEY } from '#adapters/aws/environment/names.env.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { meteredArchive } from '#adapters/metering/metered-archive.ts';
import { meteredCatalog } from '#adapters/metering/metered-catalog.ts';
import { meteredHostStore } from '#adapters/metering/metered-host-store.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { meteredUnitStore } from '#adapters/metering/metered-unit-store.ts';
import { DEPLOYMENT } from '#bench/cost/deployment.ts';
import { SERVICE_MS, slowed, slowedArchive } from '#bench/cost/service-times.ts';
import { AWS_LIMITS } from '#bench/simulate/aws-limits.ts';
import { liveBytes, usedBytes } from '#bench/simulate/live-bytes.ts';
import { OneCpu } from '#bench/simulate/one-cpu.ts';
import { SimulatedUnit } from '#bench/simulate/simulated-unit.ts';
import { SpoolArchive } from '#bench/simulate/spool-archive.ts';
import { UnitClock } from '#bench/simulate/unit-clock.ts';
import { SimulatedWeb } from '#bench/simulate/web/simulated-web.ts';
import type { WebShape } from '#bench/simulate/web/web-shape.ts';
import { WriteRates } from '#bench/simulate/write-rates.ts';
import type { Archive } from '#core/archive/archive.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import { UnitTicket } from '#core/archive/plan.ts';
import { ADVANCE_MEMORY_MB, SMALL_MEMORY_MB } from '#core/cost/lambda.ts';
import { Meter } from '#core/cost/meter.ts';
import { MAX_INLINE_UNITS } from '#core/cost/transitions.ts';
import type { Usage } from '#core/cost/usage.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { project } from '#engine/advance/project.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { crawlDefinition } from '#infra/constructs/machine/crawl-definition.ts';
import { advanceRun } from '#lambdas/run/advance-run.ts';
import { finishRun } from '#lambdas/run/finish-run.ts';
import { type FollowingRuns, firstRun } from '#lambdas/run/first-run.ts';
import { RunInput } from '#lambdas/run/run-input.ts';
import type { SmallRunParts } from '#lambdas/run/small-run.ts';
import type { Telemetry } from '#lambdas/telemetry/telemetry.ts';
import { StepFunctions } from '#test/asl/step-functions.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';

/** What a simulated crawl would take on AWS. */
export interface SimulatedCrawl {
  readonly name: string;
  readonly pages: number;
  readonly waves: number;
  /** From the first run to the end, as the times of service-times.ts give it. */
  readonly seconds: number;
  readonly usage: Usage;
  /** Largest payload between two states, and longest history, of all runs and their children. */
  readonly payloadBytes: number;
  readonly historyEvents: number;
  /**
   * Write units in one second of the most written partition key: of tasks, units and the execution;
   * a host's row is written a few times a unit.
   */
  readonly hottest: { readonly key: string; readonly perSecond: number };
  /** Of the slowest `advance`: its own computing here, and all of its time there. */
  readonly advanceCpuSeconds: number;
  readonly advanceSeconds: number;
  /** All calls of `advance` together, in which nothing is fetched. */
  readonly advancesSeconds: number;
  /** What politeness alone makes the crawl last (SimulatedWeb). */
  readonly largestHostSeconds: number;
  /**
   * The most that `advance` had in memory beyond what there was when it began; and this whole
   * process.
   */
  readonly advanceMb: number;
  readonly processMb: number;
}

/**
 * A write of the execution's row, or of an event with its mark
 * (adapters/metering/metered-catalog.ts).
 */
const EXECUTION_UNITS = 4;
const MACHINE = { partition: 'aws', machineArn: 'arn:aws:states:us-east-1:111122223333:stateMachine:simulated' };
const lambda = (name: string): string => `arn:aws:lambda:us-east-1:111122223333:function:${name}`;
const FUNCTIONS = { advanceArn: lambda('advance'), markDiedArn: lambda('mark-died'), finishArn: lambda('finish') };
const nothing = (): void => undefined;
const QUIET: Telemetry = { begin: nothing, line: nothing, problem: nothing, count: nothing, flush: nothing };

export interface SimulationOptions {
  /** False: the machine carries small waves, too. @default true */
  readonly small?: boolean;
  /**
   * Computing of `advance` so far, in ms: what it uses of it lasts and costs as long in the
   * simulation. @default CPU time of this process
   */
  readonly busyMs?: () => number;
}

/**
 * Runs the synthesized state machine, the shipped `advance` with its planner, and the shipped
 * meters over a generated web; only workers are simulated.
 */
export async function simulate(shape: WebShape, options: SimulationOptions = {}): Promise<SimulatedCrawl> {
  const simulation = new Simulation(shape, options);
  try {
    return await simulation.run();
  } finally {
    simulation.close();
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

class Simulation {
  readonly #web: SimulatedWeb;
  readonly #clock = new VirtualClock();
  readonly #archive = new SpoolArchive();
  readonly #catalog = new MemoryCatalog();
  readonly #units = new MemoryUnitStore();
  readonly #hosts = new MemoryHostStore();
  readonly #rates = new WriteRates();
  readonly #steps: StepFunctions;
  /** Is the first run that of `crawl-small`? */
  readonly #small: boolean;
  readonly #busyMs: () => number;
  #id = '' as ExecutionId;
  /** Rows that are written while waves are crawled. */
  readonly #later: Promise<void>[] = [];
  #names = 0;
  #advance = { cpuMs: 0, ms: 0, sumMs: 0, bytes: 0 };

  constructor(shape: WebShape, { small = true, busyMs = cpuMs }: SimulationOptions) {
    this.#small = small;
    this.#busyMs = busyMs;
    this.#web = new SimulatedWeb(shape);
    this.#steps = new StepFunctions({
      definition: {
        ...crawlDefinition({
          ...MACHINE,
          bucket: 'archive',
          workerSeconds: 840,
          controlSeconds: 900,
          ...FUNCTIONS,
        }),
      },
      ...MACHINE,
      clock: this.#clock,
      functions: new Map([
        ['advance', (event: unknown) => this.#advanceCall(RunInput.parse(event), ADVANCE_MEMORY_MB)],
        ['crawl', (event: unknown) => this.#unit(UnitTicket.parse(event))],
        ['finish', (event: unknown) => this.#finish(RunInput.parse(event))],
      ]),
      read: (_, key) => this.#archive.get(key),
    });
  }

  async run(): Promise<SimulatedCrawl> {
    const { shape, seeds, pages } = this.#web;
    const politeness = { delaySeconds: shape.delaySeconds };
    const traps = { barrenPages: null }; // simulated pages say nothing, which is what a trap does
    const limits = { pages: null, depth: null };
    const { parallelism } = shape;
    const workflow = Workflow.parse({ seeds, scope: { mode: 'any' }, limits, politeness, traps, parallelism });
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    const ports = { catalog: this.#catalog, clock: this.#clock, random: this.#random };
    this.#id = (await startExecution(ports, { workflow, settings })).id;
    const first = { execution: this.#id, run: 1 };
    const begun = this.#small ? this.#advanceCall(first, SMALL_MEMORY_MB) : this.#runs.start(first.execution, 1);
    await this.#clock.run(begun.then(() => this.#steps.settled()).then(() => Promise.all(this.#later)));
    const runs = [...this.#steps.runs.values()].flatMap((run) => [run, ...run.children]);
    const { counts, wave, frontier } = await this.#catalog.execution(this.#id);
    const done = counts.discovered - counts.pending;
    if (done !== pages) throw new Error(`${done} pages settled, not ${pages}`);
    const last = await new PackedArchive(this.#archive).get(frontier ?? '');
    const { usage } = JSON.parse(Buffer.from(last).toString()) as Frontier;
    return {
      name: shape.name,
      pages,
      waves: wave - 1,
      seconds: Math.round(this.#clock.elapsed / 1_000),
      usage,
      payloadBytes: Math.max(...runs.map(({ largestPayload }) => largestPayload)),
      historyEvents: Math.max(...runs.map(({ events }) => events)),
      hottest: this.#rates.hottest,
      advanceCpuSeconds: this.#advance.cpuMs / 1_000,
      advanceSeconds: this.#advance.ms / 1_000,
      advancesSeconds: this.#advance.sumMs / 1_000,
      largestHostSeconds: this.#web.largestHostSeconds,
      advanceMb: Math.round(this.#advance.bytes / 2 ** 20),
      processMb: Math.round(process.resourceUsage().maxRSS / 1_024),
    };
  }

  #finish(input: RunInput): ReturnType<typeof finishRun> {
    return finishRun({ ports: this.#ports(new Meter()), telemetry: QUIET }, input);
  }

  close(): void {
    this.#archive.close();
  }

  readonly #runs: FollowingRuns = {
    start: async (execution, run) => {
      this.#steps.start(`${execution}-${run}`, { execution, run });
    },
    continueWith: async ({ execution, run }, answer) => {
      this.#steps.start(`${execution}-${run}`, answer);
    },
  };

  readonly #random = (): string => `r${String(this.#names++).padStart(17, '0')}`;

  /**
   * Its stores answer after the time that they take; its computing is measured here, and lasts as
   * long there where it has the memory of a whole vCPU. The small one also waits for units.
   */
  async #advanceCall(input: RunInput, memoryMb: number): Promise<unknown> {
    const isSmall = memoryMb === SMALL_MEMORY_MB;
    await this.#clock.sleep(isSmall ? SERVICE_MS.lambdaCold : SERVICE_MS.lambdaWarm);
    const meter = new Meter();
    const bytes = liveBytes();
    const beganAt = this.#clock.elapsed;
    const cpu = new OneCpu(this.#clock, { busyMs: this.#busyMs, slower: ADVANCE_MEMORY_MB / memoryMb });
    const compute = async (): Promise<void> => {
      if (usedBytes() - bytes > this.#advance.bytes)
        cpu.leaveOut(() => {
          this.#advance.bytes = Math.max(this.#advance.bytes, liveBytes() - bytes);
        });
      await cpu.pass();
    };
    let waitedMs = 0;
    const ports: AdvancePorts = {
      ...this.#ports(meter, compute),
      usage: meteredTime(meter, this.#clock, memoryMb),
      bounds: DEPLOYMENT,
    };
    const parts: SmallRunParts = {
      ports,
      telemetry: QUIET,
      mapForm: 'auto',
      workerOf: () => 'crawl',
      markDied: async () => undefined,
      remainingMs: () => 900_000 - (this.#clock.elapsed - beganAt),
      crawl: async (_, ticket) => {
        await compute();
        const at = this.#clock.elapsed;
        const lineBytes = await this.#unit(ticket);
        waitedMs += this.#clock.elapsed - at;
        cpu.forget(); // the unit computed in this process, and not in that function
        return { lineBytes };
      },
    };
    const projectLater = async (): Promise<boolean> => {
      await this.#clock.sleep(SERVICE_MS.lambdaWarm);
      this.#later.push(project(this.#ports(new Meter()), this.#id));
      return true;
    };
    const answer = isSmall
      ? await firstRun({ ...parts, ports: { ...parts.ports, usage: ports.usage }, runs: this.#runs }, input)
      : (await advanceRun({ ...parts, ports: { ...ports, projectLater } }, input)).answer;
    await compute();
    this.#advance.cpuMs = Math.max(this.#advance.cpuMs, cpu.computedMs);
    const tookMs = this.#clock.elapsed - beganAt - waitedMs;
    this.#advance.ms = Math.max(this.#advance.ms, tookMs);
    this.#advance.sumMs += tookMs;
    return answer;
  }

  #ports(meter: Meter, before: () => Promise<void> = async () => undefined): AdvancePorts {
    const { clock } = { clock: this.#clock };
    return {
      clock,
      random: this.#random,
      orphansPossible: () => false,
      usage: () => meter.take(),
      catalog: meteredCatalog(slowed(this.#watchedCatalog(), clock, SERVICE_MS.dynamo), meter),
      units: meteredUnitStore(slowed(this.#units, clock, SERVICE_MS.dynamo), meter),
      archive: new PackedArchive(meteredArchive(preceded(slowedArchive(this.#archive, clock), before), meter)),
      tasks: this.#tasks(before),
      decodeBody,
    };
  }

  #watchedCatalog(): MemoryCatalog {
    return watched(this.#catalog, ['acquireRun', 'commit', 'projected', 'addEvents', 'control'], () =>
      this.#rates.add('workflows, the execution', EXECUTION_UNITS, this.#clock.elapsed),
    );
  }

  /** Packs of task rows are made and counted, not kept: 25 in a batch, 8 batches at once. */
  #tasks(before: () => Promise<void>): TaskIndex {
    const put = async (packs: readonly Item[]): Promise<void> => {
      for (const pack of packs) this.#rates.add(shardOf(pack), unitsOf(pack), this.#clock.elapsed);
      await this.#clock.sleep(Math.ceil(packs.length / 25 / 8) * SERVICE_MS.dynamoBatch);
    };
    return {
      write: async (execution, rows) => {
        await before();
        for await (const packs of wavePacks(execution, rows)) await put(packs);
      },
      correct: async (execution, corrections) => {
        await before();
        await put(correctionPacks(execution, corrections));
      },
      get: async (_, keys) => keys.map(() => null),
      list: async () => ({ rows: [], next: null }),
      clear: async () => undefined,
    };
  }

  /**
   * A unit runs ahead of the clock, which then lets its time pass.
   * @returns bytes of its lines
   */
  async #unit(ticket: UnitTicket): Promise<number> {
    const row = await this.#catalog.execution(this.#id);
    const step = row.answer;
    const memoryMb = step?.type === 'crawl' ? step.memoryMb : 0;
    const many = step?.type === 'crawl' && step.units > MAX_INLINE_UNITS;
    const dispatchMs = many ? (ticket.unit * 1_000) / AWS_LIMITS.childStarts.value : 0;
    await this.#clock.sleep(dispatchMs + (ticket.wave === 1 ? SERVICE_MS.lambdaCold : SERVICE_MS.lambdaWarm));
    const meter = new Meter();
    const own = new UnitClock(this.#clock.now());
    const began = this.#clock.elapsed;
    const units = watched(this.#units, ['begin', 'beat', 'end'], () =>
      this.#rates.add(`units, one of 32 of a wave (${ticket.unit % 32})`, 1, began + own.monotonic()),
    );
    const unit = new SimulatedUnit(ticket, {
      ports: {
        archive: new PackedArchive(meteredArchive(this.#archive, meter)),
        units: meteredUnitStore(units, meter),
        hosts: meteredHostStore(this.#hosts, meter),
        catalog: meteredCatalog(this.#catalog, meter),
        usage: meteredTime(meter, own, memoryMb),
      },
      web: this.#web,
      token: this.#random(),
      startedAt: this.#clock.now(),
      pass: (at) => own.set(at),
    });
    await this.#clock.sleep(await unit.run());
    return unit.lineBytes;
  }
}

const shardOf = (pack: Item): string => `tasks #${pack[PARTITION_KEY]?.S?.split('#')[1]}`;

/** The archive, with something to be done before each call. */
function preceded(archive: Archive, before: () => Promise<void>): Archive {
  return new Proxy(archive, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'list') return value.bind(target);
      return async (...args: unknown[]): Promise<unknown> => {
        await before();
        return (await Reflect.apply(value, target, args)) as unknown;
      };
    },
  });
}

/** A port that reports calls of some methods. */
function watched<T extends object>(port: T, names: readonly string[], tell: () => void): T {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!names.includes(String(name))) return value.bind(target);
      return (...args: unknown[]): unknown => {
        tell();
        return Reflect.apply(value, target, args);
      };
    },
  });
}
