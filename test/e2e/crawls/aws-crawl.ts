import type { AwsPortOptions, AwsPorts } from '#adapters/aws/aws-ports.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { Plan } from '#core/archive/plan.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Execution, LimitsOverride, Step } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advance } from '#engine/advance/advance.ts';
import type { AdvancePorts, Checkpoint } from '#engine/advance/ports.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { CrawlUnitOptions } from '#engine/crawl-unit/unit/worker-ports.ts';
import { finishExecution } from '#engine/finish/finish-execution.ts';
import { markDied } from '#engine/finish/mark-died.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type Definition, quickWorkflow } from '#test/e2e/crawls/embedded-crawl.ts';
import type { Deployment } from '#test/emulator/deployment.ts';

const SETTINGS = { allowPrivateNetwork: true, connectTo: [] };

type Invocation = AwsPorts & Pick<AdvancePorts, 'clock' | 'random' | 'usage'>;

export interface AwsCrawlOptions {
  /** What the ports of every invocation have differently. */
  readonly ports?: Partial<AwsPortOptions>;
  /** Of the workers. */
  readonly worker?: CrawlUnitOptions;
  readonly machine?: Misbehaviour;
}

/** What the services that call the functions may do. */
export interface Misbehaviour {
  /** Options of the worker of a unit of so many tasks. @default those of all workers */
  readonly workerOf?: (tasks: number) => CrawlUnitOptions;
  /** Units at once. @default all of a wave */
  readonly widest?: number;
  /** Is this call of a unit made twice at once? @default never */
  readonly callsTwice?: () => boolean;
  /** Throws where `advance` is killed; then it is called again. @default never */
  readonly advanceCheckpoint?: Checkpoint;
}

/** Calls of `advance` for one run, where each of them is killed. */
const MOST_CALLS = 20;

/**
 * An execution over the adapters of AWS, driven in this process as the state machine drives it:
 * separate ports for each invocation.
 */
export class AwsCrawl {
  readonly id: ExecutionId;
  readonly #deployment: Deployment;
  readonly #options: AwsCrawlOptions;
  readonly #fetcher = createUndiciFetcher(SETTINGS);
  readonly #clock = new SystemClock();

  private constructor(deployment: Deployment, id: ExecutionId, options: AwsCrawlOptions) {
    this.id = id;
    this.#deployment = deployment;
    this.#options = options;
  }

  /** For looking at it from outside. */
  get ports(): AwsPorts {
    return this.#deployment.ports(this.#options.ports);
  }

  static async create(deployment: Deployment, definition: Definition, options: AwsCrawlOptions = {}) {
    const parts = { ...deployment.ports(options.ports), clock: new SystemClock(), random: systemRandomId };
    const { id } = await startExecution(parts, { workflow: quickWorkflow(definition), settings: SETTINGS });
    return new AwsCrawl(deployment, id, options);
  }

  /** Until it ends, or another driver has acquired it. @returns the row then */
  async run(from?: number): Promise<Execution> {
    let run = from ?? (await this.ports.catalog.execution(this.id)).lastRun;
    for (; ; run++) {
      const step = await this.#repeated((ports) => advance({ ...ports, decodeBody }, this.id, run));
      if (step.type === 'end') {
        if (step.status !== 'superseded') await this.#repeated((ports) => finishExecution(ports, this.id));
        return this.ports.catalog.execution(this.id);
      }
      if (step.type === 'wait') await this.#clock.sleep(step.until - this.#clock.now());
      else await this.#crawlAll(step);
    }
  }

  async continue(limits: LimitsOverride): Promise<Execution> {
    const { catalog, archive } = this.ports;
    await controlExecution({ catalog, archive, clock: this.#clock }, this.id, { type: 'resume', limits });
    return this.run();
  }

  async rebuild(): Promise<Execution> {
    const { catalog, archive } = this.ports;
    await controlExecution({ catalog, archive, clock: this.#clock }, this.id, { type: 'rebuild' });
    return this.run();
  }

  async views(): Promise<TaskView[]> {
    const views: TaskView[] = [];
    for await (const view of listTasks(this.ports, this.id)) views.push(view);
    return views.sort((a, b) => (a.url < b.url ? -1 : 1));
  }

  /** Ends connections to the site. */
  close(): Promise<void> {
    return this.#fetcher.close();
  }

  /** As the machine repeats a call of a function that fails. */
  async #repeated<T>(call: (ports: Invocation) => Promise<T>): Promise<T> {
    const { advanceCheckpoint: checkpoint } = this.#options.machine ?? {};
    for (let calls = 1; ; calls++) {
      try {
        return await call({ ...this.#invocation(ADVANCE_MEMORY_MB), ...(checkpoint && { checkpoint }) });
      } catch (error) {
        if (checkpoint === undefined || calls === MOST_CALLS) throw error;
      }
    }
  }

  async #crawlAll(step: Extract<Step, { type: 'crawl' }>): Promise<void> {
    const { widest = step.units, callsTwice = () => false } = this.#options.machine ?? {};
    const calls = Array.from({ length: step.units }, (_, unit) => (callsTwice() ? [unit, unit] : [unit])).flat();
    const lane = async (): Promise<void> => {
      for (let unit = calls.shift(); unit !== undefined; unit = calls.shift()) await this.#crawl(step, unit);
    };
    await Promise.all(Array.from({ length: Math.min(widest, calls.length) }, lane));
  }

  /** An item of the map: what it returns says nothing, its catch marks a begun unit that died. */
  async #crawl({ wave, plan, memoryMb }: Extract<Step, { type: 'crawl' }>, unit: number): Promise<void> {
    const ports = { ...this.#invocation(memoryMb), fetcher: () => this.#fetcher, decodeBody };
    try {
      const options = await this.#workerOptions(plan, unit);
      await crawlUnit(ports, { execution: this.id, wave, unit, plan }, options);
    } catch (error) {
      const death = { why: String(error), isCertain: true };
      await markDied({ ...this.ports, clock: this.#clock }, { execution: this.id, wave, unit }, death);
    }
  }

  async #workerOptions(planKey: string, unit: number): Promise<CrawlUnitOptions | undefined> {
    const { worker, machine = {} } = this.#options;
    if (machine.workerOf === undefined) return worker;
    const { archive } = this.ports;
    const plan = Plan.parse(JSON.parse(Buffer.from(await archive.get(planKey)).toString()));
    const part = plan.units.find((one) => one.unit === unit);
    if (part === undefined) throw new Error(`the plan ${planKey} has no unit ${unit}`);
    const lines = Buffer.from(await archive.range(plan.tasks, part.offset, part.bytes)).toString();
    return machine.workerOf(lines.trimEnd().split('\n').length);
  }

  #invocation(memoryMb: number): Invocation {
    const meter = new Meter();
    const clock = this.#clock;
    const ports = this.#deployment.ports({ ...this.#options.ports, meter });
    return { ...ports, clock, random: systemRandomId, usage: meteredTime(meter, clock, memoryMb) };
  }
}
