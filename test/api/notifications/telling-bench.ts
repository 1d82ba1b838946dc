import type { ApiPorts } from '#api/http/api-ports.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { ExecutionId, WorkflowId } from '#core/model/ids.ts';
import type { OutgoingMail, OutgoingMessage, OutgoingNote, SendResult } from '#core/notify/message-sender.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { type TellNewsPorts, type TellReport, tellNews } from '#engine/notify/tell-news.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import { type ApiBench, CALLERS, openApiBench } from '#test/api/api-bench.ts';

export const T0 = Date.parse('2026-11-24T07:00:00Z');
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const HOOK = 'https://hook.example/in';

type User = keyof typeof CALLERS;

/** The API with a clock that does not move, and channels that keep what they get. */
export class TellingBench {
  readonly clock = { now: () => this.now, monotonic: () => this.now, sleep: async () => undefined };
  now = T0;
  /** What every channel answers. */
  answer: SendResult = { status: 204, why: null, ms: 1 };
  /** Who may get e-mail, by the settings of now. */
  mailPolicy = { from: 'surf@example.org', to: ['example.org', 'eve@example.net'] };
  /** Users with their roles of now. */
  readonly callers: Record<string, Caller> = {
    ...Object.fromEntries(Object.values(CALLERS).map((one) => [one.user, one])),
  };
  /** Topics, by the settings of now. */
  topicNames = ['crawl-news'];
  /** How events about pages are found. */
  pageNews: TellNewsPorts['pageNews'] = async () => [];
  readonly sent: OutgoingMessage[] = [];
  readonly mailed: OutgoingMail[] = [];
  readonly published: OutgoingNote[] = [];
  api: ApiBench = openApiBench({ clock: this.clock });

  /** Begins again with other ports. */
  async reopen(change: Partial<ApiPorts>): Promise<void> {
    await this.api.close();
    this.api = openApiBench({ clock: this.clock, ...change });
  }

  async workflow(as: User = 'admin', limits: object = {}): Promise<string> {
    const definition = { name: 'docs', seeds: ['http://127.0.0.1:9/'], limits };
    return String((await this.api.send('POST', '/v1/workflows', { body: definition, as })).body.id);
  }

  path(id: string, name = 'ops'): string {
    return `/v1/workflows/${id}/subscriptions/${name}`;
  }

  /** Saves a subscription; of a webhook, unless the body has another channel. */
  async save(id: string, body: object, as: User = 'admin') {
    const target = 'email' in body || 'topic' in body ? {} : { url: HOOK };
    return await this.api.send('PUT', this.path(id), { body: { ...target, ...body }, as });
  }

  async look(): Promise<TellReport> {
    const { catalog, subscriptions, random } = this.api.ports;
    const keep = <M>(list: M[]) => {
      return async (message: M): Promise<SendResult> => {
        list.push(message);
        return this.answer;
      };
    };
    return await tellNews(
      {
        catalog,
        subscriptions,
        random,
        clock: this.clock,
        isPrivateOpen: false,
        callerOf: async (owner: string) => this.callers[owner] ?? null,
        pageNews: this.pageNews,
        mayReachPrivate: async () => true,
        send: keep(this.sent),
        mail: { policy: this.mailPolicy, send: keep(this.mailed) },
        topics: { names: this.topicNames, publish: keep(this.published) },
      },
      60,
    );
  }

  /** Runs an execution whose only seed is refused: it ends at once, with nothing fetched. */
  async run(id: string, as: User = 'admin'): Promise<ExecutionId> {
    const { definition } = await this.api.ports.catalog.workflow(id as WorkflowId, 1);
    const row = await startExecution(
      { ...this.api.ports, clock: this.clock },
      {
        workflow: definition,
        settings: { allowPrivateNetwork: false, connectTo: [] },
        of: { id: id as WorkflowId, version: 1 },
        owner: CALLERS[as].user,
      },
    );
    await this.api.drive(row.id);
    return row.id;
  }

  typesSent(): string[] {
    return this.sent.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  }

  async row(id: string): Promise<SubscriptionRow> {
    const row = await this.api.ports.subscriptions.find({ workflow: id as WorkflowId, name: 'ops' });
    if (row === null) throw new Error('there is no subscription ops');
    return row;
  }

  async log(id: string): Promise<{ id: string; state: string; attempts: number; last: object | null }[]> {
    const { items } = (await this.api.send('GET', `${this.path(id)}/deliveries`)).body;
    return items as { id: string; state: string; attempts: number; last: object | null }[];
  }
}
