import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import type { DeployedCallers } from '#test/deploy/deployed/deployed-callers.ts';
import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import { startLaterTick } from '#test/deploy/deployed/later-tick.ts';
import type { Site } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

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
    this.after = await startLaterTick(this.#surf.deployment, this.workflow);
    await this.#callers.ended(this.after);
  }

  /** @returns the objects that `surf …` printed */
  command(...args: readonly string[]): Promise<Record<string, unknown>[]> {
    return deployedCommand(this.#surf, ...args);
  }
}
