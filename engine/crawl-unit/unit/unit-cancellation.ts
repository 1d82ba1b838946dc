import { NETWORK_AWAY, type WayGone } from '#core/frontier/waits/way-fault.ts';

/** Causes for which a live unit starts no more requests. */
export type EndOfStarts = 'unit-time' | 'few-hosts' | 'deadline' | 'stop' | 'way-gone';
/** Causes of a unit's halt. `closed`: its wave is over, and its work no longer counts. */
export type HaltCause = EndOfStarts | 'closed' | 'failed';

/** As long as the words of a failure. */
const MOST_WORDS = 200;

/** Reason why tasks are left, in words. */
export function wordsOfHalt(cause: HaltCause | null): string {
  if (cause === 'stop') return 'a user stops or pauses the execution';
  if (cause === 'few-hosts') return 'its worker had few hosts left: the next wave takes them';
  return cause === 'deadline' ? 'the execution has reached limits.seconds' : 'the time of its unit has ended';
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
  #wayGone: WayGone | null = null;

  /** Null while requests may start. */
  get cause(): HaltCause | null {
    return this.#cause;
  }

  /** Error of a halt whose cause is `failed`. */
  get error(): unknown {
    return this.#error;
  }

  /** The way out that is gone; null unless the cause is `way-gone`. */
  get wayGone(): WayGone | null {
    return this.#cause === 'way-gone' ? this.#wayGone : null;
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

  /** No request gets through the proxy, so that none starts from now on. */
  proxyGone(words: string): void {
    this.#end({ way: 'proxy', detail: words });
  }

  /** There is no network: no request starts, and those in flight, which can only time out, end. */
  networkGone(words: string): void {
    this.#end({ way: 'network', detail: `${NETWORK_AWAY}: ${words}`.slice(0, MOST_WORDS) });
    this.abortRequests();
  }

  /** The first words stay. */
  #end(gone: WayGone): void {
    this.#wayGone ??= gone;
    this.stopStarts('way-gone');
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
