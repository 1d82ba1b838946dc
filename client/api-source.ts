import { setTimeout } from 'node:timers/promises';
import type { ApiServer } from '#adapters/api/api-server.ts';
import { codeOf, type SurfError } from '#core/error.ts';
import { hasEnded, hasReachedDesiredState } from '#core/execution/execution.ts';
import type { ArchivedFacts } from '#core/facts/archived-facts.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type {
  ListAnswer,
  ListedPage,
  ListRequest,
  PageBody,
  RunSource,
  RunState,
  Verification,
} from '#core/run/run-source.ts';

const FIRST_POLL_MS = 200;
/** A deployment refreshes its counts this often. */
const MAX_POLL_MS = 2_000;
/** Largest random part of a pause, so that clients do not poll in step. */
const MOST_JITTER = 0.25;
/** Longest wait for the last rows and files of an ended execution, in ms. */
const FINISH_MS = 30_000;
/** Longest silence of the server; then the wait ends, and the execution continues there. */
const PATIENCE_MS = 120_000;

/** An execution that a server runs; the client polls it. */
export class ApiSource implements RunSource {
  readonly id: ExecutionId;
  readonly #server: ApiServer;
  #pauseMs = FIRST_POLL_MS;
  #endedAt: number | null = null;
  #isFinished = false;

  constructor(server: ApiServer, id: ExecutionId) {
    this.#server = server;
    this.id = id;
  }

  async state(): Promise<RunState> {
    const view = await this.#patiently(() =>
      this.#server.answer(this.#server.client.GET('/v1/executions/{id}', { params: { path: { id: this.id } } })),
    );
    const { status, reason, cause, counts, pages, bytes, seconds, costUsd, wave } = view;
    const remedy = view.deadSeeds.first[0]?.remedy ?? null;
    const isEnd = hasReachedDesiredState(view) && (status === 'paused' || (await this.#hasFinished()));
    return { status, reason, cause, remedy, counts, pages, bytes, seconds, costUsd, wave, hasEnded: isEnd };
  }

  async list({ limit, next }: ListRequest): Promise<ListAnswer> {
    const params = { path: { id: this.id }, query: { limit, ...(next !== undefined && { next }) } };
    const answer = await this.#server.answer(this.#server.client.GET('/v1/executions/{id}/records', { params }));
    return answer as unknown as ListAnswer;
  }

  async body({ key, contentType }: Pick<ListedPage, 'key' | 'contentType'>): Promise<PageBody> {
    const params = { path: { id: this.id, key }, query: { part: 'body' as const, as: 'text' as const } };
    const answer = await this.#server.answer(
      this.#server.client.GET('/v1/executions/{id}/pages/{key}', { params, parseAs: 'arrayBuffer' }),
    );
    return { bytes: new Uint8Array(answer as ArrayBuffer), contentType };
  }

  async facts({ key }: Pick<ListedPage, 'key'>): Promise<ArchivedFacts> {
    const params = { path: { id: this.id, key }, query: { part: 'facts' as const } };
    const asked = this.#server.client.GET('/v1/executions/{id}/pages/{key}', { params });
    return (await this.#server.answer(asked)) as unknown as ArchivedFacts;
  }

  async verify(): Promise<Verification> {
    const { verification } = await this.#act('verify');
    return verification as Verification;
  }

  async stop(): Promise<void> {
    const { status } = await this.state();
    if (!hasEnded(status) || status === 'paused') await this.#act('stop');
  }

  async change(): Promise<void> {
    await setTimeout(this.#pauseMs * (1 + MOST_JITTER * Math.random()));
    this.#pauseMs = Math.min(MAX_POLL_MS, this.#pauseMs * 1.5);
  }

  /** The execution continues on the server. */
  async close(): Promise<void> {}

  #act(action: 'stop' | 'verify') {
    const asked = this.#server.client.POST('/v1/executions/{id}/actions', {
      params: { path: { id: this.id } },
      body: { action },
    });
    return this.#server.answer(asked);
  }

  /**
   * True if the server has written the last rows and files. Without its last event, true after some
   * time, too.
   */
  async #hasFinished(): Promise<boolean> {
    this.#endedAt ??= performance.now();
    if (this.#isFinished) return true;
    this.#isFinished = performance.now() - this.#endedAt > FINISH_MS || (await this.#lastEvent()) === 'finished';
    return this.#isFinished;
  }

  async #lastEvent(): Promise<string | undefined> {
    const { client } = this.#server;
    let last: string | undefined;
    for await (const { type } of this.#server.items((query) =>
      this.#server.answer(client.GET('/v1/executions/{id}/events', { params: { path: { id: this.id }, query } })),
    ))
      last = type;
    return last;
  }

  /** Repeats a read while the server does not answer, within bounds. */
  async #patiently<T>(read: () => Promise<T>): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await read();
      } catch (error) {
        const isLasting = codeOf(error) === undefined || !(error as SurfError).retryable;
        if (isLasting || performance.now() > until) throw error;
        await this.change();
      }
    }
  }
}
