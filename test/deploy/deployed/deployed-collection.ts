import { SystemClock, systemRandomId } from '#adapters/embedded/system-clock.ts';
import { DEPLOYMENT_USER } from '#core/identity/caller.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import type { DeployedCallers } from '#test/deploy/deployed/deployed-callers.ts';
import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import type { Site } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const TWO_DAYS_MS = 172_800_000;

/** A collection of `ChangingSite` with two ticks two days apart: the site changes between them. */
export class DeployedCollection {
  readonly pages = new ChangingSite();
  readonly #surf: DeployedApi;
  readonly #callers: DeployedCallers;
  workflow = '';
  /** Of the two ticks. */
  before = '';
  after = '';

  constructor(surf: DeployedApi, callers: DeployedCallers) {
    this.#surf = surf;
    this.#callers = callers;
  }

  /** Due each day are `/` and `/p4`, which change, and `/p10`, where only the footer does. */
  async run(site: Site): Promise<void> {
    const daily = (path: string) => ({ url: `${site.origin(0)}${path}`, period: '1d' });
    const body = {
      ...{
        name: 'news',
        seeds: ['/', '/p4', '/p10'].map(daily),
        revisit: { policy: 'uniform', intervalDays: 60, minIntervalDays: 30 },
      },
      ...{ politeness: { delaySeconds: 0 }, retry: { attempts: 1 } },
    };
    this.pages.isCounting = true;
    const saved = await this.#callers.send('POST', '/v1/workflows', { body });
    this.workflow = String(saved.body.id);
    const started = await this.#callers.send('POST', `/v1/workflows/${this.workflow}/executions`, { body: {} });
    this.before = String(started.body.execution);
    await this.#callers.ended(this.before);
    this.pages.isLater = true;
    this.after = await this.#startLater();
    await this.#callers.ended(this.after);
  }

  /** @returns the objects that `surf …` printed */
  command(...args: readonly string[]): Promise<Record<string, unknown>[]> {
    return deployedCommand(this.#surf, ...args);
  }

  /** The row is of the day after tomorrow, as no test waits so long. */
  async #startLater(): Promise<string> {
    const { catalog, runner } = this.#surf.deployment.ports();
    const clock = Object.assign(new SystemClock(), { now: () => Date.now() + TWO_DAYS_MS });
    const id = this.workflow as WorkflowId;
    const { definition: workflow } = await catalog.workflow(id, 1);
    const settings = { allowPrivateNetwork: true, connectTo: [] };
    const row = await startExecution(
      { catalog, clock, random: systemRandomId },
      { workflow, settings, of: { id, version: 1 }, openedByDeployment: true, owner: DEPLOYMENT_USER },
    );
    await runner.start(row.id, 1);
    return row.id;
  }
}
