import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { BatchQueue } from '#adapters/threads/batch-queue.ts';
import { ExtractionMark, type ExtractionOrder, type ExtractionReply } from '#adapters/threads/extraction-messages.ts';
import type { PageBatch } from '#adapters/threads/page-batch.ts';
import { SurfError } from '#core/error.ts';
import type { ExtractionPage, Extractor } from '#core/selection/extractor.ts';
import { MAX_PAGE_MS, TOO_SLOW, tooComplex } from '#core/selection/records/too-complex.ts';
import type { Selection } from '#core/selection/selection.ts';

/**
 * Heap of the thread: a page that needs more ends it. The largest tree that is allowed takes a
 * tenth.
 */
const HEAP_MB = 512;
/**
 * A page of 31 KB takes two, and leaves memory with the young generation, which has up to three
 * such.
 */
const SEMI_SPACE_MB = 16;
/** Interval between looks at a busy thread. */
const LOOK_MS = 100;
/**
 * On a machine so busy that a thread gets less than this part of a core, its page is ended by the
 * clock.
 */
const LEAST_CPU_SHARE = 0.05;
/** Threads in a row that die before they begin a page: then no thread can extract. */
const MOST_STILLBORN = 3;

export interface ThreadExtractionOptions {
  /** Module of the thread: extraction-thread.ts, or what a bundler made of it. */
  readonly entry: URL;
  /** CPU time of one page, ms. @default MAX_PAGE_MS */
  readonly pageMs?: number;
  /** Heap of the thread, MB: a page that needs more ends it. @default 512 */
  readonly heapMb?: number;
}

interface Waiting {
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly mark: ExtractionMark;
  /** The page that it is ended for; 0: none. */
  victim: number;
  why: string;
  begun: boolean;
}

/**
 * Extraction in a separate thread, started with the first pages. They go to it a few at a time and
 * are worked on one after the other; one that takes too much time or memory ends the thread and is
 * answered with `too-complex`, all others go to the next thread. ADR 7 says why this is the same
 * everywhere.
 */
export class ThreadExtraction {
  readonly #entry: URL;
  readonly #pageMs: number;
  readonly #heapMb: number;
  readonly #policies: Selection[] = [];
  readonly #numbers = new Map<string, number>();
  /** By page. */
  readonly #waiting = new Map<number, Waiting>();
  readonly #batches = new BatchQueue((number, batch) => this.#take(number, batch));
  #thread: Thread | null = null;
  #lastPage = 0;
  #stillborn = 0;
  #closed = false;
  #watch: NodeJS.Timeout | null = null;
  #looked = { page: 0, at: 0 };

  constructor({ entry, pageMs = MAX_PAGE_MS, heapMb = HEAP_MB }: ThreadExtractionOptions) {
    this.#entry = entry;
    this.#pageMs = pageMs;
    this.#heapMb = heapMb;
  }

  /** The extractor of one policy. All of them share the thread. */
  extractor(selection: Selection): Extractor {
    const policy = this.#numberOf(selection);
    return { extract: (page) => this.#extract(policy, page) };
  }

  /** Ends the thread. Pages that wait are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#refuse('it was closed');
    await this.#thread?.worker.terminate();
  }

  #numberOf(selection: Selection): number {
    const key = JSON.stringify(selection);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const policy = this.#policies.push(selection) - 1;
    this.#numbers.set(key, policy);
    if (this.#thread !== null) this.#post(this.#thread, { type: 'policy', policy, selection });
    return policy;
  }

  #extract(policy: number, page: ExtractionPage): Promise<string> {
    if (this.#closed) return Promise.reject(unavailable('it was closed'));
    this.#lastPage = (this.#lastPage % 0x7fffffff) + 1;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting.set(this.#lastPage, { resolve, reject });
    this.#batches.add(policy, this.#lastPage, page);
    return promise;
  }

  /** A batch is due. */
  #take(number: number, batch: PageBatch): void {
    if (this.#thread === null) this.#start();
    else this.#send(this.#thread, number, batch);
  }

  /** A new thread, with all policies and batches. */
  #start(): void {
    const memory = new SharedArrayBuffer(ExtractionMark.BYTES);
    // Where the process keeps young generations small by flags, those win over a thread's own
    // limits. Flags are the process's: a crawling thread that starts after this one (another took
    // its place, or it died) has as much.
    for (const bound of ['min', 'max']) setFlagsFromString(`--${bound}-semi-space-size=${SEMI_SPACE_MB}`);
    const worker = new Worker(this.#entry, {
      workerData: { mark: memory },
      resourceLimits: { maxOldGenerationSizeMb: this.#heapMb, maxYoungGenerationSizeMb: 3 * SEMI_SPACE_MB },
    });
    const thread: Thread = { worker, mark: new ExtractionMark(memory), victim: 0, why: '', begun: false };
    this.#thread = thread;
    worker.on('message', (reply: ExtractionReply) => this.#answered(thread, reply));
    worker.on('error', (error: Error) => {
      thread.why = error.message;
      if (thread.victim === 0) thread.victim = thread.mark.page;
    });
    worker.on('exit', () => this.#ended(thread));
    for (const [policy, selection] of this.#policies.entries())
      this.#post(thread, { type: 'policy', policy, selection });
    for (const [number, batch] of this.#batches.sent) this.#send(thread, number, batch);
  }

  #send(thread: Thread, batch: number, { memory, pages }: PageBatch): void {
    this.#post(thread, { type: 'pages', batch, memory, pages });
    thread.worker.ref();
    this.#watch ??= setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  #post(thread: Thread, order: ExtractionOrder): void {
    thread.worker.postMessage(order);
  }

  #answered(thread: Thread, { batch, texts }: ExtractionReply): void {
    thread.begun = true;
    this.#stillborn = 0;
    for (const [i, { page }] of this.#batches.answered(batch).entries()) this.#settle(page, texts[i] ?? '');
    if (this.#batches.sent.size > 0) return;
    thread.worker.unref();
    this.#stopWatch();
  }

  #settle(number: number, text: string): void {
    this.#waiting.get(number)?.resolve(text);
    this.#waiting.delete(number);
  }

  #ended(thread: Thread): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#stopWatch();
    if (this.#closed) return;
    const victim = thread.victim === 0 ? thread.mark.page : thread.victim;
    if (victim !== 0) {
      this.#settle(victim, JSON.stringify(tooComplex(reasonOf(thread))));
      this.#batches.drop(victim);
    } else if (!thread.begun && ++this.#stillborn >= MOST_STILLBORN) this.#refuse(thread.why);
    if (this.#thread === null && this.#batches.sent.size > 0) this.#start();
  }

  /** Ends a thread that has been at one page for too long. */
  async #look(): Promise<void> {
    const thread = this.#thread;
    if (thread === null || thread.victim !== 0) return;
    const { page } = thread.mark;
    if (page === 0 || page !== this.#looked.page) {
      this.#looked = { page, at: performance.now() };
      return;
    }
    const tookMs = performance.now() - this.#looked.at;
    if (tookMs < this.#pageMs) return;
    const begunMs = thread.mark.cpuMs;
    const usage = await cpuUsageOf(thread.worker);
    if (thread.mark.page !== page || thread.victim !== 0) return;
    const usedMs = usage === null ? tookMs : usage - begunMs;
    if (usedMs < this.#pageMs && tookMs < this.#pageMs / LEAST_CPU_SHARE) return;
    thread.victim = page;
    await thread.worker.terminate();
  }

  #stopWatch(): void {
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#watch = null;
  }

  #refuse(why: string): void {
    for (const { reject } of this.#waiting.values()) reject(unavailable(why));
    this.#waiting.clear();
    this.#batches.clear();
    this.#stopWatch();
  }
}

/** CPU time of a thread that may not answer, ms; null where the runtime does not tell it. */
async function cpuUsageOf(worker: Worker): Promise<number | null> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1_000;
  } catch {
    return null;
  }
}

const reasonOf = ({ why }: Thread): string => (why === '' ? TOO_SLOW : `it takes more memory than there is: ${why}`);

const unavailable = (why: string): SurfError =>
  new SurfError('STORE_UNAVAILABLE', `the extraction thread gives no answer: ${why}`, {
    remedy: 'look whether the machine has memory for another thread (512 MB of heap)',
  });
