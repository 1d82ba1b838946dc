import { Worker } from 'node:worker_threads';
import { type MainText, plainMainText } from '#core/export/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Extracts the main text of pages. */
const TEXT_THREAD = new URL('./text-thread.ts', import.meta.url);
/** Time limit per page and memory limit per thread: a hostile page slows down its thread only. */
const PAGE_MS = 10_000;
const THREAD_MB = 384;
/** Time limit for the start of a thread. */
const START_MS = 60_000;

/** A request to a thread, which answers with a MainText. */
export interface TextRequest {
  readonly html: string;
  readonly base: CrawlUrl;
}
/** The first message of a thread. */
export const READY = 'ready';

interface Waiting {
  readonly request: TextRequest;
  readonly resolve: (text: MainText) => void;
}

/**
 * Threads that extract the main text of HTML pages. If a page takes too much time or memory, its text becomes plain text and
 * a new thread replaces the old one. No page can make them fail.
 */
export class TextThreads {
  readonly #pageMs: number;
  readonly #most: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #closed = false;

  /** @param pageMs @default 10 s */
  constructor(threads: number, pageMs = PAGE_MS) {
    this.#most = threads;
    this.#pageMs = pageMs;
  }

  /** @param base what relative links are based on */
  mainText(html: string, base: CrawlUrl): Promise<MainText> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve(plainMainText(html));
      this.#waiting.push({ request: { html, base }, resolve });
      this.#serve();
    });
  }

  /** Ends all threads. Pages that wait are given as plain text: a thread for one of them would keep the process alive. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { request, resolve } of this.#waiting.splice(0)) resolve(plainMainText(request.html));
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()));
  }

  #serve(): void {
    if (this.#waiting.length === 0) return;
    const idle = this.#idle.pop();
    if (idle === undefined && this.#busy.size >= this.#most) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#run(idle ?? newThread(), next, idle === undefined ? START_MS : this.#pageMs);
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
        void thread.terminate();
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

const newThread = (): Worker => new Worker(TEXT_THREAD, { resourceLimits: { maxOldGenerationSizeMb: THREAD_MB } });
