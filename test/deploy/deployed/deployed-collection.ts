import { setTimeout } from 'node:timers/promises';
import type { WorkflowId } from '#core/model/ids.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';
import type { DeployedCallers } from '#test/deploy/deployed/deployed-callers.ts';
import { deployedCommand } from '#test/deploy/deployed/deployed-command.ts';
import { startLaterTick } from '#test/deploy/deployed/later-tick.ts';
import type { Site } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

const LOOK_MS = 250;

const RUNNING: ReadonlySet<unknown> = new Set([
  'COMPARISON_RUNNING',
  'AUDIT_RUNNING',
  'DUPLICATES_RUNNING',
  'EXPORT_RUNNING',
]);

const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The code or status of the first answer, and the lines of the last one. */
interface MadeLines {
  readonly first: unknown;
  readonly lines: Record<string, unknown>[];
}

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

  /**
   * Due each day are `/` and `/p4`, which change, and `/p10`, where only the footer does.
   * @param told is sent a message when `/p4` changes
   */
  async run(site: Site, told: Site): Promise<void> {
    const daily = (path: string) => ({ url: `${site.origin(0)}${path}`, period: '1d' });
    const body = {
      name: 'news',
      seeds: ['/', '/p4', '/p10'].map(daily),
      revisit: { policy: 'uniform', intervalDays: 60, minIntervalDays: 30 },
      politeness: { delaySeconds: 0 },
      retry: { attempts: 1 },
    };
    this.pages.isCounting = true;
    const saved = await this.#callers.send('POST', '/v1/workflows', { body });
    this.workflow = String(saved.body.id);
    const subscription = { events: ['page-changed'], url: `${told.origin(0)}/hook`, watch: { urls: '/p4' } };
    await this.#callers.send('PUT', this.#subscription, { body: subscription });
    const started = await this.#callers.send('POST', `/v1/workflows/${this.workflow}/executions`, { body: {} });
    this.before = String(started.body.execution);
    await this.#callers.ended(this.before);
    this.pages.isLater = true;
    this.pages.linksMore = true;
    this.after = await startLaterTick(this.#surf.deployment, this.workflow);
    await this.#callers.ended(this.after);
  }

  get #subscription(): string {
    return `/v1/workflows/${this.workflow}/subscriptions/pages`;
  }

  /** The lines of `GET …/changes`, when the deployment has compared the ticks. */
  changes(query = ''): Promise<MadeLines> {
    return this.#made(`changes?since=${this.before}${query}`);
  }

  /** The lines of `GET …/audit`, when the deployment has audited the later tick. */
  audit(query = ''): Promise<MadeLines> {
    return this.#made(`audit${query}`);
  }

  /** The lines of `GET …/duplicates`, when the deployment has looked for the groups. */
  duplicates(query = ''): Promise<MadeLines> {
    return this.#made(`duplicates${query}`);
  }

  /** The lines of `GET …/exports/FORMAT`, when the deployment has made the file. */
  exported(format: string): Promise<MadeLines> {
    return this.#made(`exports/${format}`);
  }

  async #made(report: string): Promise<MadeLines> {
    const path = `/v1/executions/${this.after}/${report}`;
    let answer = await this.#callers.send('GET', path);
    const first = answer.body.code ?? answer.status;
    while (RUNNING.has(answer.body.code)) {
      await setTimeout(LOOK_MS);
      answer = await this.#callers.send('GET', path);
    }
    return { first, lines: linesOf(answer.text) };
  }

  /** The delivery log, when looks of the watchdog have filled it. */
  async deliveries(): Promise<Record<string, unknown>[]> {
    for (;;) {
      await this.#surf.deployment.watch();
      const { items } = (await this.#callers.send('GET', `${this.#subscription}/deliveries`)).body;
      if (Array.isArray(items) && items.length > 0) return items;
    }
  }

  /** What a message tells. */
  async news(message: string): Promise<readonly NewsItem[]> {
    const { subscriptions } = this.#surf.deployment.ports();
    const key = { workflow: this.workflow as WorkflowId, name: 'pages' };
    return (await subscriptions.delivery(key, message))?.news ?? [];
  }

  /** @returns the objects that `surf …` printed */
  command(...args: readonly string[]): Promise<Record<string, unknown>[]> {
    return deployedCommand(this.#surf, ...args);
  }
}
