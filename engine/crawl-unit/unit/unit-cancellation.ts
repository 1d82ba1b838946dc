/** Causes for which a live unit starts no more requests. */
export type EndOfStarts = 'unit-time' | 'few-hosts' | 'deadline' | 'stop' | 'proxy';
/** Causes of a unit's halt. `closed`: its wave is over, and its work no longer counts. */
export type HaltCause = EndOfStarts | 'closed' | 'failed';

/** Reason why tasks are left, in words. */
export function wordsOfHalt(cause: HaltCause | null): string {
  if (cause === 'stop') return 'a stop or pause is wanted';
  if (cause === 'few-hosts') return 'few hosts of its worker were left: the next wave takes them';
  return cause === 'deadline' ? 'the limit of seconds is reached' : 'the time of its unit is over';
}

/**
 * The end of a unit's requests: first no new one starts, then those in flight are aborted. The
 * first cause stays, but for `closed` and `failed`.
 */
export class UnitCancellation {
  readonly #starts = new AbortController();
  readonly #requests = new AbortController();
  #cause: HaltCause | null = null;
  #error: unknown;
  #proxyFault = '';

  /** Null while requests may start. */
  get cause(): HaltCause | null {
    return this.#cause;
  }

  /** Error of a halt whose cause is `failed`. */
  get error(): unknown {
    return this.#error;
  }

  /** Words of a halt whose cause is `proxy`. */
  get proxyFault(): string {
    return this.#proxyFault;
  }

  /** Aborts when no further request may start: ends waits. */
  get starts(): AbortSignal {
    return this.#starts.signal;
  }

  /** Aborts requests in flight. */
  get requests(): AbortSignal {
    return this.#requests.signal;
  }

  /** The unit writes nothing from now on: its wave is over, or it failed. */
  get silent(): boolean {
    return this.#cause === 'closed' || this.#cause === 'failed';
  }

  /** No request starts from now on. */
  stopStarts(cause: EndOfStarts): void {
    this.#cause ??= cause;
    this.#starts.abort();
  }

  /** No request gets through the proxy, so that none starts from now on. The first words stay. */
  proxyGone(words: string): void {
    if (this.#cause === null) this.#proxyFault = words;
    this.stopStarts('proxy');
  }

  /** Requests in flight end now. */
  abortRequests(): void {
    this.#requests.abort();
  }

  /** The wave is no longer ours: ends everything. */
  close(): void {
    if (this.#cause !== 'failed') this.#cause = 'closed';
    this.#starts.abort();
    this.#requests.abort();
  }

  /** The unit cannot continue; the first error is the one that is thrown. */
  fail(error: unknown): void {
    if (this.#cause !== 'failed') this.#error = error;
    this.#cause = 'failed';
    this.#starts.abort();
    this.#requests.abort();
  }
}
