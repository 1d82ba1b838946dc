import type { AnswerElsewhere } from '#api/http/api-ports.ts';
import { type RequestWeight, weightOf } from '#api/middleware/request-weight.ts';
import { Admission } from '#cli/serve/threads/admission.ts';
import type { ApiThreadData } from '#cli/serve/threads/api-thread-messages.ts';
import { RequestThread } from '#cli/serve/threads/request-thread.ts';
import { SurfError } from '#core/error.ts';

/**
 * Memory of the thread for light requests, including all request bodies, and of one place for a
 * heavy or long request.
 */
const LIGHT_MB = 160;
const PLACE_MB = 256;
/**
 * Heap sizes. The rest of a place is for bodies of pages, outside of the heap, and for the thread
 * that extracts.
 */
const LIGHT_HEAP_MB = 96;
const PLACE_HEAP_MB = 128;
const EXTRACTION_HEAP_MB = 64;
export const USUAL_API_MB = 1_024;
export const LEAST_API_MB = LIGHT_MB + PLACE_MB;
const MOST_PLACES = 16;

/**
 * CPU time that a thread may use without sending anything. Verification of a large execution is
 * silent for minutes.
 */
const MOST_CPU_MS: Readonly<Record<RequestWeight, number>> = { light: 10_000, heavy: 10_000, long: 600_000 };
const LIGHT_PLACES = 64;
/**
 * Idle time after which the thread of a place ends. One stays while requests of any weight arrive
 * now and then.
 */
const IDLE_MS = 60_000;

export interface ApiThreadsOptions {
  /** Memory of all threads together, MB; at least LEAST_API_MB. */
  readonly memoryMb: number;
  readonly data: Omit<ApiThreadData, 'extractionHeapMb' | 'scratch'>;
  readonly onRun: (execution: string, run: number) => void;
  /**
   * CPU time that a thread may use without sending anything, ms.
   * @default 10 s; ten minutes for `long`
   */
  readonly mostCpuMs?: Readonly<Record<RequestWeight, number>>;
  /** Longest wait of a request for a place, ms; then it is refused as SERVER_BUSY. @default 20 s */
  readonly waitMs?: number;
}

/**
 * Answers requests of the API in threads, so that none blocks the main thread. Light ones share one
 * thread; each heavy or long one has the thread of a place to itself. The memory decides the number
 * of places, and one user never gets the last one.
 */
export class ApiThreads {
  readonly #options: ApiThreadsOptions;
  readonly #lightAdmission: Admission;
  readonly #placeAdmission: Admission;
  #light: RequestThread;
  readonly #idle: { readonly thread: RequestThread; readonly since: number }[] = [];
  readonly #busy = new Set<RequestThread>();
  readonly #sweep: NodeJS.Timeout;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(options: ApiThreadsOptions) {
    this.#options = options;
    const places = Math.max(1, Math.min(MOST_PLACES, Math.floor((options.memoryMb - LIGHT_MB) / PLACE_MB)));
    const { waitMs = 20_000 } = options;
    this.#lightAdmission = new Admission({
      places: LIGHT_PLACES,
      placesPerUser: LIGHT_PLACES / 2,
      waitMs,
      waiting: 512,
      waitingPerUser: 256,
    });
    this.#placeAdmission = new Admission({
      places,
      placesPerUser: Math.max(1, places - 1),
      waitMs,
      waiting: 128,
      waitingPerUser: 64,
    });
    this.#light = this.#newThread(LIGHT_HEAP_MB);
    this.#sweep = setInterval(() => this.#endIdle(), IDLE_MS / 4).unref();
  }

  readonly answer: AnswerElsewhere = async (request, { caller, path, body }) => {
    const { method, url, headers, signal } = request;
    const asked = { method, url, headers: [...headers], body, caller };
    const weight = weightOf({ method, path, accept: headers.get('accept'), body });
    const mostCpuMs = (this.#options.mostCpuMs ?? MOST_CPU_MS)[weight];
    this.#askedAt = performance.now();
    if (weight === 'light') {
      const leave = await this.#lightAdmission.enter(caller.user, signal);
      if (this.#light.hasEnded) this.#light = this.#newThread(LIGHT_HEAP_MB);
      this.#prepare();
      return await this.#light.answer(asked, { mostCpuMs, ended: leave });
    }
    const leave = await this.#placeAdmission.enter(caller.user, signal);
    const thread = this.#freeThread();
    const ended = (): void => {
      this.#busy.delete(thread);
      if (!thread.hasEnded) this.#idle.push({ thread, since: performance.now() });
      leave();
    };
    return await thread.answer(asked, { mostCpuMs, ended });
  };

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const threads = [this.#light, ...this.#busy, ...this.#idle.map(({ thread }) => thread)];
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #freeThread(): RequestThread {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop()) {
      if (idle.thread.hasEnded) continue;
      this.#busy.add(idle.thread);
      return idle.thread;
    }
    const thread = this.#newThread(PLACE_HEAP_MB);
    this.#busy.add(thread);
    return thread;
  }

  /** Starts the thread of a place: after a light request, others are likely. */
  #prepare(): void {
    if (this.#busy.size > 0 || this.#idle.some(({ thread }) => !thread.hasEnded)) return;
    this.#idle.push({ thread: this.#newThread(PLACE_HEAP_MB), since: this.#askedAt });
  }

  #newThread(heapMb: number): RequestThread {
    const { data, onRun } = this.#options;
    const threadData = { ...data, extractionHeapMb: EXTRACTION_HEAP_MB };
    return new RequestThread({ data: threadData, heapMb, onRun });
  }

  #endIdle(): void {
    const now = performance.now();
    const kept = now - this.#askedAt > IDLE_MS ? 0 : 1;
    while (this.#idle.length > kept && now - (this.#idle[0]?.since ?? now) > IDLE_MS)
      void this.#idle.shift()?.thread.close();
  }
}

/** @throws SurfError COMMAND_USAGE */
export function apiMemoryMb(text: string | undefined): number {
  if (text === undefined) return USUAL_API_MB;
  const memoryMb = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (memoryMb >= LEAST_API_MB) return memoryMb;
  throw new SurfError('COMMAND_USAGE', `--api-memory ${JSON.stringify(text.slice(0, 50))} is not enough memory`, {
    remedy: `give a number of MB, at least ${LEAST_API_MB}; the default is ${USUAL_API_MB}`,
  });
}
