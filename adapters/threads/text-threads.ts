import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { MainTexts } from '#core/content/main-texts.ts';
import { type MainText, plainMainText } from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Time limit per page and memory limit per thread: a hostile page slows down its thread only. */
const PAGE_MS = 10_000;
const THREAD_MB = 384;
const MOST_THREADS = 4;
/** Time limit for the start of a thread. */
const START_MS = 60_000;

/** A request to a thread, which answers with a MainText. */
export interface TextRequest {
  readonly html: string;
  readonly base: CrawlUrl;
}
/** The first message of a thread. */
export const READY = 'ready';

export interface TextThreadsOptions {
  /** Module of the threads: text-thread.ts, or its bundle. */
  readonly entry: URL;
  /** At most. @default as many as the machine has CPUs, 4 at most */
  readonly threads?: number;
  /** Time limit for a page. @default 10 s */
  readonly pageMs?: number;
  /** Heap of a thread, MB. @default 384 */
  readonly heapMb?: number;
}

interface Waiting {
  readonly request: TextRequest;
  readonly resolve: (text: MainText) => void;
}

/**
 * Threads that extract the main text of HTML pages. If a page takes too much time or memory, its
 * text becomes plain text and a new thread replaces the old one. No page can make them fail.
 */
export class TextThreads implements MainTexts {
  readonly parallel: number;
  readonly #entry: URL;
  readonly #pageMs: number;
  readonly #heapMb: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  /** Threads of pages that took too much, until they are gone. */
  readonly #ending = new Set<Promise<number>>();
  #closed = false;

  constructor({ entry, threads, pageMs = PAGE_MS, heapMb = THREAD_MB }: TextThreadsOptions) {
    this.parallel = threads ?? Math.min(availableParallelism(), MOST_THREADS);
    this.#entry = entry;
    this.#pageMs = pageMs;
    this.#heapMb = heapMb;
  }

  mainText(html: string, base: CrawlUrl): Promise<MainText> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve(plainMainText(html));
      this.#waiting.push({ request: { html, base }, resolve });
      this.#serve();
    });
  }

  /** Ends all threads: a thread for a page that waits would keep the process alive. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { request, resolve } of this.#waiting.splice(0)) resolve(plainMainText(request.html));
    await Promise.all([...[...this.#idle, ...this.#busy].map((thread) => thread.terminate()), ...this.#ending]);
  }

  #serve(): void {
    if (this.#waiting.length === 0) return;
    const idle = this.#idle.pop();
    if (idle === undefined && this.#busy.size >= this.parallel) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#run(idle ?? this.#newThread(), next, idle === undefined ? START_MS : this.#pageMs);
  }

  #newThread(): Worker {
    return new Worker(this.#entry, { resourceLimits: { maxOldGenerationSizeMb: this.#heapMb } });
  }

  /** @param firstMs how long until its first word */
  #run(thread: Worker, { request, resolve }: Waiting, firstMs: number): void {
    this.#busy.add(thread);
    thread.ref();
    const end = (answer: MainText | null): void => {
      clearTimeout(timer);
      for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
      this.#busy.delete(thread);
      if (answer === null) {
        thread.on('error', () => undefined); // what it still has to say while it is ended
        const ending = thread.terminate().finally(() => this.#ending.delete(ending));
        this.#ending.add(ending);
      } else if (this.#closed) void thread.terminate();
      else {
        thread.unref(); // an idle thread does not keep the process alive
        this.#idle.push(thread);
      }
      resolve(answer ?? plainMainText(request.html));
      this.#serve();
    };
    let timer = setTimeout(() => end(null), firstMs);
    thread.on('message', (answer: MainText | typeof READY) => {
      if (answer !== READY) return end(answer);
      clearTimeout(timer);
      timer = setTimeout(() => end(null), this.#pageMs);
    });
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
    thread.postMessage(request);
  }
}
