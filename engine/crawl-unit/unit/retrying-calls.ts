import type { SurfError } from '#core/error.ts';
import type { Clock } from '#core/model/clock.ts';
import type { Checkpoint, DurableWrite } from '#engine/crawl-unit/unit/worker-ports.ts';

/**
 * Tries of one call that its adapter calls retryable, and the wait before the second; each further
 * wait doubles.
 */
const TRIES = 6;
const FIRST_WAIT_MS = 100;

/**
 * Calls of stores: repeated when the store says so, with a checkpoint before and after each write.
 */
export class RetryingCalls {
  readonly #clock: Clock;
  readonly #checkpoint: Checkpoint | undefined;

  constructor(clock: Clock, checkpoint?: Checkpoint) {
    this.#clock = clock;
    this.#checkpoint = checkpoint;
  }

  /** @param detail what is written: an object's key, a host */
  async write<T>(phase: DurableWrite, detail: string, call: () => Promise<T>): Promise<T> {
    if (this.#checkpoint === undefined) return this.read(call);
    await this.#checkpoint(`${phase}:before`, detail);
    const answer = await this.read(call);
    await this.#checkpoint(`${phase}:after`, detail);
    return answer;
  }

  async read<T>(call: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      try {
        return await call();
      } catch (error) {
        if (tried === TRIES || !isRetryable(error)) throw error;
        await this.#clock.sleep(FIRST_WAIT_MS * 2 ** (tried - 1));
      }
    }
  }

  /** Before a request. Undefined without fault injection: nothing is waited for. */
  beforeFetch(url: string): Promise<void> | void {
    return this.#checkpoint?.('fetch', url);
  }
}

const isRetryable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'SurfError' && (error as SurfError).retryable;
