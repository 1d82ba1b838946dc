import type { AwsPortOptions, AwsPorts } from '#adapters/aws/aws-ports.ts';
import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { decodeBody } from '#adapters/http/content-coding.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { meteredTime } from '#adapters/metering/metered-time.ts';
import { ADVANCE_MEMORY_MB } from '#core/cost/lambda.ts';
import { Meter } from '#core/cost/meter.ts';
import type { Execution, LimitsOverride, Step } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advance } from '#engine/advance.ts';
import { controlExecution } from '#engine/control-execution.ts';
import type { CrawlUnitOptions } from '#engine/crawl-unit/worker-ports.ts';
import { crawlUnit } from '#engine/crawl-unit.ts';
import { finishExecution } from '#engine/finish-execution.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { listTasks } from '#engine/list-tasks.ts';
import { markDied } from '#engine/mark-died.ts';
import { startExecution } from '#engine/start-execution.ts';
import { type Definition, quickWorkflow } from '#test/e2e/embedded-crawl.ts';
import type { Deployment } from '#test/emulator/deployment.ts';

const SETTINGS = { allowPrivateNetwork: true, connectTo: [] };

export interface AwsCrawlOptions {
  /** What the ports of every invocation have differently. */
  readonly ports?: Partial<AwsPortOptions>;
  /** Of the workers. */
  readonly worker?: CrawlUnitOptions;
}

/**
 * An execution over the adapters of AWS, driven in this process as the state machine drives it:
 * ports of its own for each invocation.
 */
export class AwsCrawl {
  readonly id: ExecutionId;
  /** For looking at it from outside. */
  readonly ports: AwsPorts;
  readonly #deployment: Deployment;
  readonly #options: AwsCrawlOptions;
  readonly #fetcher = createUndiciFetcher(SETTINGS);
  readonly #clock = new SystemClock();

  private constructor(deployment: Deployment, id: ExecutionId, options: AwsCrawlOptions) {
    this.id = id;
    this.#deployment = deployment;
    this.#options = options;
    this.ports = deployment.ports(options.ports);
  }

  static async create(deployment: Deployment, definition: Definition, options: AwsCrawlOptions = {}) {
    const parts = { ...deployment.ports(options.ports), clock: new SystemClock(), random: systemRandomId };
    const { id } = await startExecution(parts, { workflow: quickWorkflow(definition), settings: SETTINGS });
    return new AwsCrawl(deployment, id, options);
  }

  /** Until it ends, or another driver has the wheel. @returns the row then */
  async run(from?: number): Promise<Execution> {
    let run = from ?? (await this.ports.catalog.execution(this.id)).lastRun;
    for (; ; run++) {
      const ports = this.#invocation(ADVANCE_MEMORY_MB);
      const step = await advance(ports, this.id, run);
      if (step.type === 'end') {
        if (step.status !== 'superseded') await finishExecution(ports, this.id);
        return this.ports.catalog.execution(this.id);
      }
      if (step.type === 'wait') await this.#clock.sleep(step.until - this.#clock.now());
      else await Promise.all(Array.from({ length: step.units }, (_, unit) => this.#crawl(step, unit)));
    }
  }

  async continue(limits: LimitsOverride): Promise<Execution> {
    const { catalog, archive } = this.ports;
    await controlExecution({ catalog, archive, clock: this.#clock }, this.id, { type: 'resume', limits });
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

  /** An item of the map: what it returns says nothing, its catch marks a begun unit that died. */
  async #crawl({ wave, plan, memoryMb }: Extract<Step, { type: 'crawl' }>, unit: number): Promise<void> {
    const ports = { ...this.#invocation(memoryMb), fetcher: () => this.#fetcher, decodeBody };
    try {
      await crawlUnit(ports, { execution: this.id, wave, unit, plan }, this.#options.worker);
    } catch (error) {
      const death = { why: String(error), isCertain: true };
      await markDied({ ...this.ports, clock: this.#clock }, { execution: this.id, wave, unit }, death);
    }
  }

  #invocation(memoryMb: number) {
    const meter = new Meter();
    const clock = this.#clock;
    const ports = this.#deployment.ports({ ...this.#options.ports, meter });
    return { ...ports, clock, random: systemRandomId, usage: meteredTime(meter, clock, memoryMb) };
  }
}
