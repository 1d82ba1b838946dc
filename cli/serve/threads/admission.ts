import { SurfError } from '#core/error.ts';

export interface AdmissionBounds {
  /** Requests that the server answers at the same time. */
  readonly places: number;
  /** Requests of one user that the server answers at the same time. */
  readonly placesPerUser: number;
  /** Requests that may wait for a place. */
  readonly waiting: number;
  readonly waitingPerUser: number;
  /** Longest wait of one request. */
  readonly waitMs: number;
}

interface Waiting {
  readonly user: string;
  readonly enter: () => void;
}

/**
 * Assigns places to requests in order of arrival. Skips a user whose own places are all taken, so
 * that nobody takes every place.
 */
export class Admission {
  readonly #bounds: AdmissionBounds;
  readonly #inside = new Map<string, number>();
  #taken = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(bounds: AdmissionBounds) {
    this.#bounds = bounds;
  }

  /**
   * Waits for a place.
   * @param signal aborts the wait once the client has left
   * @returns a function that frees the place; further calls do nothing
   * @throws SurfError SERVER_BUSY if too many wait, the wait is too long, or the client has left
   */
  async enter(user: string, signal: AbortSignal): Promise<() => void> {
    if (!this.#hasRoom(user)) await this.#wait(user, signal);
    else this.#take(user);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(user);
    };
  }

  #hasRoom(user: string): boolean {
    return this.#taken < this.#bounds.places && (this.#inside.get(user) ?? 0) < this.#bounds.placesPerUser;
  }

  #take(user: string): void {
    this.#taken += 1;
    this.#inside.set(user, (this.#inside.get(user) ?? 0) + 1);
  }

  #leave(user: string): void {
    this.#taken -= 1;
    const left = (this.#inside.get(user) ?? 0) - 1;
    if (left > 0) this.#inside.set(user, left);
    else this.#inside.delete(user);
    for (const next of this.#waiting) {
      if (this.#taken >= this.#bounds.places) return;
      if (this.#hasRoom(next.user)) next.enter();
    }
  }

  #wait(user: string, signal: AbortSignal): Promise<void> {
    const { waiting, waitingPerUser, waitMs } = this.#bounds;
    let own = 0;
    for (const other of this.#waiting) if (other.user === user) own += 1;
    if (own >= waitingPerUser) throw busy('too many of your requests wait');
    if (this.#waiting.size >= waiting) throw busy('too many requests wait');
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.#waiting.delete(entry);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const entry: Waiting = {
        user,
        enter: () => {
          end();
          this.#take(user);
          resolve();
        },
      };
      const onAbort = (): void => {
        end();
        reject(busy('the client gave the request up'));
      };
      const timer = setTimeout(() => {
        end();
        reject(busy(`no place was free for ${waitMs / 1_000} s`));
      }, waitMs);
      this.#waiting.add(entry);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) onAbort();
    });
  }
}

/** The server has no free place for the request. */
export const busy = (why: string): SurfError =>
  new SurfError('SERVER_BUSY', `the server has no room for the request: ${why}`, {
    remedy: 'try again after the seconds of Retry-After; surf serve --api-memory gives more room',
    retryable: true,
  });
