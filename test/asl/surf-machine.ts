import { FunctionFailure } from '#adapters/aws/calls/lambda-call.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { Archive } from '#core/archive/archive.ts';
import { PackedArchive } from '#core/archive/pack/packed-archive.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { UnitTicket as Ticket } from '#core/archive/plan.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { LIST_PRICES } from '#core/cost/prices.ts';
import { NO_USAGE } from '#core/cost/usage.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import { type Command, controlExecution } from '#engine/control/control-execution.ts';
import { rescueStalled, type WatchdogReport } from '#engine/finish/rescue-stalled.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { FirstRunInput, firstRun } from '#lambdas/run/first-run.ts';
import type { AslRun } from '#test/asl/asl-run.ts';
import type { AslFunction, Interference } from '#test/asl/asl-task.ts';
import { FolderArchive } from '#test/asl/folder-archive.ts';
import type { TemplateMachine } from '#test/asl/machine-definition.ts';
import { StepFunctions } from '#test/asl/step-functions.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryHostStore } from '#test/fakes/memory/memory-host-store.ts';
import { memoryPlaces } from '#test/fakes/memory/memory-places.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';
import { MemoryUnitStore } from '#test/fakes/memory/memory-unit-store.ts';
import { VirtualClock } from '#test/fakes/virtual-clock.ts';
import { advanceRun, advanceUsd } from '../../lambdas/run/advance-run.ts';
import { finishRun } from '../../lambdas/run/finish-run.ts';
import type { MapForm } from '../../lambdas/run/machine-step.ts';
import { RunInput } from '../../lambdas/run/run-input.ts';
import { SMALL_UNIT_MS, smallRun } from '../../lambdas/run/small-run.ts';
import { unitCall } from '../../lambdas/run/unit-call.ts';
import { noteDeath, UnitDeath } from '../../lambdas/run/unit-death.ts';
import type { Fields, MetricName, Telemetry } from '../../lambdas/telemetry/telemetry.ts';

const FEW_HOSTS = 'surf-main-crawl-few-hosts';
const MARK_DIED = 'surf-main-mark-died';

/** What crawls a unit, on the machine's clock. Throws when its worker dies. */
export type MachineWorker = (ticket: UnitTicket, surf: SurfMachine) => Promise<unknown>;

export interface SurfMachineOptions {
  readonly machine: TemplateMachine;
  readonly worker: MachineWorker;
  readonly mapForm?: MapForm;
  /** Its first run is one call that carries small waves. @default false: the machine has it */
  readonly small?: boolean;
  /** What becomes of the event that begins it. @default once */
  readonly begins?: 'once' | 'twice' | 'again' | 'late' | 'at-second-try' | 'never';
  /** Wraps the ports of each invocation of `advance`. */
  readonly advancePorts?: (ports: AdvancePorts) => AdvancePorts;
  readonly interfere?: (attempt: { run: AslRun; state: string; payload: unknown }) => Interference | undefined;
}

/** Lambda gives an event once more, after its call has ended. */
const AGAIN_MS = 30_000;
/** The watchdog has started a run by then. */
const LATE_MS = 1_200_000;

/**
 * A deployment in memory: the synthesized state machine, the code of its functions, tables and
 * bucket, simulated time.
 */
export class SurfMachine {
  readonly clock = new VirtualClock();
  readonly objects = new FolderArchive();
  readonly archive: Archive = new PackedArchive(this.objects);
  readonly catalog = new MemoryCatalog();
  readonly tasks = new MemoryTaskIndex();
  readonly units = new MemoryUnitStore();
  readonly hosts = new MemoryHostStore();
  readonly telemetry = new RecordedTelemetry();
  readonly steps: StepFunctions;
  /** How often each function was called. */
  readonly calls = new Map<string, number>();
  id: ExecutionId = '' as ExecutionId;
  readonly #functions: ReadonlyMap<string, AslFunction>;
  readonly #isSmall: boolean;
  readonly #begins: NonNullable<SurfMachineOptions['begins']>;
  /** The calls of the function that begins executions, with their repetitions. */
  #begun: Promise<void> = Promise.resolve();
  #names = 0;

  constructor(options: SurfMachineOptions) {
    const { machine, worker, mapForm = 'auto', small = false, interfere, advancePorts = (ports) => ports } = options;
    const { telemetry } = this;
    this.#isSmall = small;
    this.#begins = options.begins ?? 'once';
    const functions = {
      'surf-main-advance': async (event: unknown) => {
        const parts = { ports: advancePorts(this.ports), telemetry, mapForm, workerOf: () => FEW_HOSTS };
        return (await advanceRun(parts, RunInput.parse(event))).answer;
      },
      'surf-main-crawl-small': (event: unknown) => {
        const until = this.clock.elapsed + 900_000;
        const parts = { ports: advancePorts(this.ports), telemetry, mapForm, workerOf: () => FEW_HOSTS };
        const remainingMs = (): number => until - this.clock.elapsed;
        const { begins, ...input } = FirstRunInput.parse(event);
        const calls = { crawl: this.#crawl, markDied: (death: unknown) => this.#invoke(MARK_DIED, death) };
        if (begins === undefined) return smallRun({ ...parts, remainingMs, ...calls }, input);
        return firstRun({ ...parts, remainingMs, ...calls, runs: this.runner }, input);
      },
      [FEW_HOSTS]: (event: unknown) => worker(Ticket.parse(event), this),
      [MARK_DIED]: (event: unknown) => {
        const ports = { ...this.ports, hosts: this.hosts };
        return noteDeath({ ports, telemetry }, UnitDeath.parse(event));
      },
      'surf-main-finish': (event: unknown) => finishRun({ ports: this.ports, telemetry }, RunInput.parse(event)),
    };
    this.#functions = new Map(Object.entries(functions).map(([name, fn]) => [name, this.#counted(name, fn)]));
    this.steps = new StepFunctions({
      machineArn: machine.arn,
      partition: 'aws',
      clock: this.clock,
      functions: this.#functions,
      definition: small ? machine.definition : { ...(machine.definition as object), StartAt: 'Advance' },
      read: (bucket, key) => {
        if (bucket !== machine.bucket) throw new Error(`bucket ${bucket}`);
        return this.archive.get(key);
      },
      ...(interfere !== undefined && { interfere }),
    });
  }

  get ports(): AdvancePorts {
    return {
      catalog: this.catalog,
      tasks: this.tasks,
      units: this.units,
      archive: this.archive,
      clock: this.clock,
      random: this.random,
      decodeBody,
      usage: () => NO_USAGE,
      smallUnitMs: SMALL_UNIT_MS,
      leaseUsd: advanceUsd(ADVANCE_MEMORY_MB, LIST_PRICES),
    };
  }

  readonly random = (): string => `r${String(this.#names++).padStart(12, '0')}`;

  readonly runner = {
    start: async (execution: ExecutionId, run: number): Promise<void> => {
      if (this.#isSmall && run === 1) this.#begun = this.#begin({ execution, run, begins: true });
      else this.steps.start(`${execution}-${run}`, { execution, run });
    },
    continueWith: async ({ execution, run }: RunInput, answer: object): Promise<void> => {
      this.steps.start(`${execution}-${run}`, answer);
    },
  };

  /** As Lambda calls a function with an event: again after one and two minutes when it failed. */
  async #begin(input: FirstRunInput): Promise<void> {
    if (this.#begins === 'late') await this.clock.sleep(LATE_MS);
    const call = async (): Promise<unknown> => this.#functions.get('surf-main-crawl-small')?.(input);
    for (const [tries, waitMs] of [60_000, 120_000, 0].entries()) {
      try {
        const dies = this.#begins === 'never' || (this.#begins === 'at-second-try' && tries === 0);
        if (dies) throw new Error('it dies at its start');
        await Promise.all(this.#begins === 'twice' ? [call(), call()] : [call()]);
        if (this.#begins === 'again') await this.clock.sleep(AGAIN_MS).then(call);
        return;
      } catch {
        await this.clock.sleep(waitMs);
      }
    }
  }

  /** Creates an execution and starts its first run. */
  async start(workflow: Workflow): Promise<void> {
    const settings = { allowPrivateNetwork: false, connectTo: [] };
    const { id, lastRun } = await startExecution(this.ports, { workflow, settings });
    this.id = id;
    await this.runner.start(id, lastRun);
  }

  /** As the API does. */
  async control(command: Command): Promise<void> {
    const { row, changed } = await controlExecution(this.ports, this.id, command);
    if (changed) await this.runner.start(this.id, row.lastRun);
  }

  watchdog(): Promise<WatchdogReport> {
    return rescueStalled({ ...this.ports, accounts: memoryPlaces(), runner: this.runner });
  }

  /** Lets time pass until no run is open. */
  settle(): Promise<void> {
    return this.clock.run(this.#begun.then(() => this.steps.settled()));
  }

  /** The same, with the watchdog every five minutes until the execution has ended. */
  async settleWithWatchdog(): Promise<void> {
    for (let round = 0; round < 100; round++) {
      await this.settle();
      if ((await this.catalog.execution(this.id)).endedAt !== null) return;
      await this.clock.run(this.clock.sleep(300_000));
      await this.watchdog();
    }
    throw new Error('the watchdog brought it to no end');
  }

  /** The same, with the watchdog beside running runs, as deployed. @throws after so many hours */
  async settleBesideWatchdog(hours: number): Promise<void> {
    const end = this.clock.elapsed + hours * 3_600_000;
    await this.clock.run(
      (async () => {
        while ((await this.catalog.execution(this.id)).endedAt === null) {
          if (this.clock.elapsed > end) throw new Error(`it has not ended after ${hours} hours`);
          await this.clock.sleep(300_000);
          await this.watchdog();
        }
      })(),
    );
    await this.settle();
  }

  get largestPayload(): number {
    return Math.max(...this.#allRuns().map((run) => run.largestPayload));
  }

  get longestHistory(): number {
    return Math.max(...this.#allRuns().map((run) => run.events));
  }

  /** Names of runs by how they ended. */
  runsThat(status: AslRun['status']): string[] {
    return [...this.steps.runs.values()].filter((run) => run.status === status).map(({ name }) => name);
  }

  #allRuns(): AslRun[] {
    return [...this.steps.runs.values()].flatMap((run) => [run, ...run.children]);
  }

  /** As crawl-small calls workers: a fault of theirs is one of the function. */
  readonly #crawl = unitCall(new Map([[FEW_HOSTS, (event: unknown) => this.#invoke(FEW_HOSTS, event)]]));

  async #invoke(name: string, event: unknown): Promise<unknown> {
    try {
      return (await this.#functions.get(name)?.(event)) ?? { lineBytes: 0 };
    } catch (error) {
      if (codeOf(error) === 'STORE_THROTTLED') throw error; // Lambda has no room
      throw new SurfError('STORE_UNAVAILABLE', `function ${name} failed`, {
        cause: new FunctionFailure(String(error)),
      });
    }
  }

  #counted(name: string, fn: (event: unknown) => Promise<unknown>): (event: unknown) => Promise<unknown> {
    return (event) => {
      this.calls.set(name, (this.calls.get(name) ?? 0) + 1);
      return fn(event);
    };
  }
}

/** Keeps lines and adds metrics up. */
class RecordedTelemetry implements Telemetry {
  readonly lines: { message: string; fields: Fields }[] = [];
  readonly counts = new Map<string, number>();
  readonly line = (message: string, fields: Fields): void => void this.lines.push({ message, fields });
  readonly problem = (message: string, fields: Fields): void => void this.lines.push({ message, fields });
  readonly begin = (): void => undefined;
  readonly flush = (): void => undefined;
  readonly count = (counts: Partial<Record<MetricName, number>>): void => {
    for (const [name, value] of Object.entries(counts)) this.counts.set(name, (this.counts.get(name) ?? 0) + value);
  };
}
