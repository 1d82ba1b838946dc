import { Worker } from 'node:worker_threads';
import type { MainText } from '#core/export/main-text.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Longest that one page may take, and what its thread may hold: hostile pages can make a library slow or hungry, not us. */
const PAGE_MS = 10_000;
const THREAD_MB = 384;

/** What a thread is asked, and what it answers. */
export interface TextRequest {
  readonly html: string;
  readonly base: CrawlUrl;
  /** No tree is built: a page that a thread died of. */
  readonly plain: boolean;
}
export type TextAnswer = MainText;

interface Waiting {
  readonly request: TextRequest;
  readonly resolve: (text: MainText) => void;
  readonly reject: (error: unknown) => void;
}

/** Threads that take the main text of HTML pages. A page that takes too long, or too much memory, is given as plain text; its thread is replaced. */
export class TextThreads {
  readonly #pageMs: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  readonly #most: number;
  #closed = false;

  /** @param pageMs @default 10 s */
  constructor(threads: number, pageMs = PAGE_MS) {
    this.#most = threads;
    this.#pageMs = pageMs;
  }

  /** @param base what relative links stand on */
  mainText(html: string, base: CrawlUrl): Promise<MainText> {
    return this.#ask({ html, base, plain: false });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.terminate()));
  }

  #ask(request: TextRequest): Promise<MainText> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      this.#serve();
    });
  }

  #serve(): void {
    if (this.#waiting.length === 0 || this.#closed) return;
    const thread = this.#idle.pop() ?? (this.#busy.size < this.#most ? newThread() : undefined);
    if (thread === undefined) return;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#run(thread, next);
  }

  #run(thread: Worker, { request, resolve, reject }: Waiting): void {
    this.#busy.add(thread);
    const end = (answer: TextAnswer | null, error?: unknown): void => {
      clearTimeout(timer);
      thread.removeAllListeners('message').removeAllListeners('error').removeAllListeners('exit');
      this.#busy.delete(thread);
      if (answer !== null) {
        this.#idle.push(thread);
        resolve(answer);
      } else {
        thread.on('error', () => undefined); // what it still has to say while it is ended
        void thread.terminate();
        if (request.plain || this.#closed) reject(error ?? new Error('the thread ended'));
        else this.#ask({ ...request, plain: true }).then(resolve, reject);
      }
      this.#serve();
    };
    const timer = setTimeout(() => end(null), this.#pageMs);
    thread.once('message', (answer: TextAnswer) => end(answer));
    thread.once('error', (error) => end(null, error));
    thread.once('exit', () => end(null));
    thread.postMessage(request);
  }
}

const newThread = (): Worker =>
  new Worker(new URL('./text-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: THREAD_MB } });
