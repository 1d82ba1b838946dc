import { setTimeout } from 'node:timers/promises';
import type { ApiServer } from '#adapters/api/api-server.ts';
import { withSilence } from '#adapters/api/silent-server.ts';
import type { RunHandle, RunSnapshot } from '#cli/backend/run-handle.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { hasEnded, hasReachedDesiredState } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { ExecutionView } from '#engine/overview/describe-execution.ts';

const FIRST_POLL_MS = 200;
/** A deployment refreshes its counts this often. */
const MAX_POLL_MS = 2_000;
/**
 * Longest silence of a server before the command stops polling it; the execution continues there.
 */
const PATIENCE_MS = 120_000;
/** Longest wait for the last files and rows after the execution has ended, in ms. */
const FINISH_MS = 30_000;

/** An execution that a server runs; the command polls it. */
export class RemoteRun implements RunHandle {
  readonly id: ExecutionId;
  readonly isHere = false;
  readonly #server: ApiServer;
  readonly #endedAt: number;
  #seen: ExecutionView | null = null;
  /** Start of the server's silence, in `performance` time; null if it answered the last request. */
  #silentSince: number | null = null;

  /**
   * @param endedAt the wave at which the execution had ended before the resume; −1 if it had not
   * ended
   */
  constructor(server: ApiServer, id: ExecutionId, endedAt: number) {
    this.#server = server;
    this.id = id;
    this.#endedAt = endedAt;
  }

  async end(): Promise<ExecutionView> {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(MAX_POLL_MS, pause * 1.5)) {
      try {
        this.#seen = await viewOf(this.#server, this.id);
        this.#silentSince = null;
        if (hasReachedDesiredState(this.#seen) && this.#seen.wave > this.#endedAt)
          return await this.#finished(this.#seen);
      } catch (error) {
        const isLasting = codeOf(error) === undefined || !(error as SurfError).retryable;
        this.#silentSince ??= performance.now();
        if (isLasting) throw error;
        if (performance.now() - this.#silentSince > PATIENCE_MS) throw lost(error as SurfError, this.id);
      }
      await setTimeout(pause);
    }
  }

  /** The last state that `end` polled. */
  async snapshot(): Promise<RunSnapshot> {
    this.#seen ??= await viewOf(this.#server, this.id);
    if (this.#silentSince === null) return this.#seen;
    const silentMs = performance.now() - this.#silentSince;
    return withSilence(this.#seen, { server: this.#server.address, silentMs, patienceMs: PATIENCE_MS });
  }

  async stop(): Promise<void> {
    const path = { params: { path: { id: this.id } }, body: { action: 'stop' as const } };
    await this.#server.client.POST('/v1/executions/{id}/actions', path).catch(() => undefined);
  }

  /** Waits until the server has written the last rows and files of an ended execution. */
  async #finished(view: ExecutionView): Promise<ExecutionView> {
    const until = performance.now() + FINISH_MS;
    while (view.status !== 'paused' && performance.now() < until && !(await this.#isFinished())) {
      await setTimeout(FIRST_POLL_MS);
    }
    return await viewOf(this.#server, this.id);
  }

  async #isFinished(): Promise<boolean> {
    let last: string | undefined;
    for await (const { type } of this.#server.items((query) =>
      this.#server.answer(
        this.#server.client.GET('/v1/executions/{id}/events', { params: { path: { id: this.id }, query } }),
      ),
    ))
      last = type;
    return last === 'finished';
  }
}

/** Reports that the command gives up while the execution continues. */
const lost = ({ code, message, remedy, cause }: SurfError, id: ExecutionId): SurfError =>
  new SurfError(code, message, {
    remedy: `${remedy ?? 'try again'}; the execution continues at its server: surf status ${id} shows it`,
    retryable: true,
    cause,
  });

/** An execution as `surf status` shows it, without the fields that only a server has. */
export async function viewOf(server: ApiServer, id: ExecutionId): Promise<ExecutionView> {
  const { owner: _, ...view } = await server.answer(
    server.client.GET('/v1/executions/{id}', { params: { path: { id } } }),
  );
  return view as unknown as ExecutionView;
}

/** The wave at which the execution ended; −1 if it has not. */
export const endedWave = ({ status, wave }: ExecutionView): number => (hasEnded(status) ? wave : -1);
