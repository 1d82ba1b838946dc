/** Work that ends when its signal aborts. */
export interface Cancellable {
  /** Index in its signal's list. */
  cancelPlace: number;
  cancel(): void;
}

/**
 * The requests in flight of each signal, with one listener a signal. Separate listeners would be
 * linked with each other in the signal: once one of them is old, every later page would stay in
 * memory until the next full garbage collection (docs/explanation/performance.md). The same is true
 * of a Set, whose outgrown tables lead to the next one: hence arrays.
 */
export class Cancellations {
  readonly #inFlight = new WeakMap<AbortSignal, Cancellable[]>();

  /** From now on the signal's abort cancels it. */
  add(signal: AbortSignal, request: Cancellable): void {
    let requests = this.#inFlight.get(signal);
    if (requests === undefined) {
      const all: Cancellable[] = [];
      signal.addEventListener('abort', () => cancelAll(all));
      this.#inFlight.set(signal, all);
      requests = all;
    }
    request.cancelPlace = requests.push(request) - 1;
  }

  /** It has ended; further calls do nothing. */
  delete(signal: AbortSignal, request: Cancellable): void {
    const requests = this.#inFlight.get(signal);
    if (requests?.[request.cancelPlace] !== request) return;
    const last = requests.pop();
    if (last === undefined || last === request) return;
    requests[request.cancelPlace] = last;
    last.cancelPlace = request.cancelPlace;
  }
}

function cancelAll(requests: readonly Cancellable[]): void {
  for (const request of [...requests]) request.cancel();
}
