import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { MOST_DOCUMENT, withoutText } from '#core/content/document-text.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import { type MainText, type PagePart, plainMainText } from '#core/content/tree/plain-markup.ts';
import type { CrawlUrl } from '#core/url/crawl-url.ts';

/** Time limit per page and memory limit per thread: a hostile page slows down its thread only. */
const PAGE_MS = 10_000;
const THREAD_MB = 384;
const MOST_THREADS = 4;
/** Memory outside of a thread's heap, where a document is unpacked. */
const OUTSIDE_MB = 256;
/** Interval between checks of that memory. */
const LOOK_MS = 100;
/** Time limit for the start of a thread. */
const START_MS = 60_000;

/** A request to a thread, which answers with a MainText. */
export type TextRequest =
  | { readonly html: string; readonly base: CrawlUrl; readonly part: PagePart }
  | { readonly document: Uint8Array };
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
  /** Memory outside of the heap for a document, MB. @default 256 */
  readonly outsideMb?: number;
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
  readonly #outsideMb: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  /** Threads of pages that took too much, until they are gone. */
  readonly #ending = new Set<Promise<number>>();
  #closed = false;

  constructor({ entry, threads, pageMs = PAGE_MS, heapMb = THREAD_MB, outsideMb = OUTSIDE_MB }: TextThreadsOptions) {
    this.parallel = threads ?? Math.min(availableParallelism(), MOST_THREADS);
    this.#entry = entry;
    this.#pageMs = pageMs;
    this.#heapMb = heapMb;
    this.#outsideMb = outsideMb;
  }

  mainText(html: string, base: CrawlUrl, part: PagePart = 'main'): Promise<MainText> {
    return this.#ask({ html, base, part });
  }

  async documentText(body: Uint8Array): Promise<MainText> {
    return body.length > MOST_DOCUMENT ? withoutText('too-large') : await this.#ask({ document: body });
  }

  #ask(request: TextRequest): Promise<MainText> {
    return new Promise((resolve) => {
      if (this.#closed) return resolve(withoutThread(request));
      this.#waiting.push({ request, resolve });
      this.#serve();
    });
  }

  /** Ends all threads: a thread for a page that waits would keep the process alive. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { request, resolve } of this.#waiting.splice(0)) resolve(withoutThread(request));
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

  /** The limits of a thread are of its heap alone. */
  #watch(thread: Worker, end: () => void): NodeJS.Timeout {
    return setInterval(async () => {
      const { external_memory } = await thread.getHeapStatistics().catch(() => ({ external_memory: 0 }));
      if (external_memory > this.#outsideMb * 1024 * 1024) end();
    }, LOOK_MS);
  }

  /** @param firstMs how long until its first word */
  #run(thread: Worker, { request, resolve }: Waiting, firstMs: number): void {
    this.#busy.add(thread);
    thread.ref();
    let isEnded = false;
    const end = (answer: MainText | null): void => {
      if (isEnded) return; // the thread may have the next page
      isEnded = true;
      clearTimeout(timer);
      clearInterval(look);
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
      resolve(answer ?? withoutThread(request));
      this.#serve();
    };
    let timer = setTimeout(() => end(null), firstMs);
    const look = 'document' in request ? this.#watch(thread, () => end(null)) : undefined;
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

/** The answer for a page when no thread can read it. */
const withoutThread = (request: TextRequest): MainText =>
  'document' in request ? withoutText('too-complex') : plainMainText(request.html);
