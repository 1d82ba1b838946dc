/** What a signal's abort ends. */
export interface Cancellable {
  cancel(): void;
}

/**
 * The requests in flight of each signal, with one listener a signal. Separate listeners would be
 * linked with each other in the signal: once one of them is old, every later page would stay in
 * memory until the next full garbage collection (docs/explanation/performance.md).
 */
export class Cancellations {
  readonly #inFlight = new WeakMap<AbortSignal, Set<Cancellable>>();

  /** From now on the signal's abort cancels it. */
  add(signal: AbortSignal, request: Cancellable): void {
    let requests = this.#inFlight.get(signal);
    if (requests === undefined) {
      const all = new Set<Cancellable>();
      signal.addEventListener('abort', () => cancelAll(all));
      this.#inFlight.set(signal, all);
      requests = all;
    }
    requests.add(request);
  }

  /** It has ended. */
  delete(signal: AbortSignal, request: Cancellable): void {
    this.#inFlight.get(signal)?.delete(request);
  }
}

function cancelAll(requests: Set<Cancellable>): void {
  for (const request of [...requests]) request.cancel();
}
