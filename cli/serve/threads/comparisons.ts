import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cpuOf } from '#cli/serve/threads/thread-cpu.ts';
import { COMPARISON_THREAD } from '#cli/serve/threads/thread-modules.ts';
import { type ErrorCode, SurfError } from '#core/error.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { NewsItem } from '#core/notify/news-item.ts';
import type { SubscriptionRow } from '#core/notify/subscription.ts';
import { uncomparedNews } from '#engine/notify/pages/page-events.ts';

/** Start data of a comparison thread. */
export interface ComparisonData {
  readonly data: string;
  /** Folder for temporary files; the main thread removes it. */
  readonly scratch: string;
  readonly extractionHeapMb: number;
}

export interface ComparisonRequest {
  readonly row: Execution;
  readonly subscription: SubscriptionRow;
}

export type ComparisonReply =
  | { readonly items: NewsItem[] }
  | { readonly fault: { readonly code: ErrorCode | null; readonly message: string } };

export interface ComparisonsOptions {
  readonly data: string;
  readonly catalog: Pick<Catalog, 'executions' | 'execution'>;
  /** CPU time for one comparison, ms. @default 60 s */
  readonly mostCpuMs?: number;
  /** Time for one comparison, ms, including its threads for pages. @default three minutes */
  readonly mostMs?: number;
  /** Module of the thread. @default the comparison thread */
  readonly entry?: URL;
}

const MOST_CPU_MS = 60_000;
const MOST_MS = 180_000;
/** Heap limits of a comparison thread and of its extraction thread, as for a thread of the API. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };
const EXTRACTION_HEAP_MB = 64;
const LOOK_MS = 200;

/**
 * Compares executions for notifications, each in a separate thread that ends when it takes too much
 * CPU, memory or time: the pages are untrusted, and the main thread answers requests.
 */
export class Comparisons {
  readonly #options: ComparisonsOptions;
  readonly #giveUp = new AbortController();

  constructor(options: ComparisonsOptions) {
    this.#options = options;
  }

  /**
   * Finds new and changed pages. If a comparison was ended, returns an event that says so: another
   * attempt would end the same way.
   */
  async find(row: Execution, subscription: SubscriptionRow): Promise<NewsItem[]> {
    try {
      return await this.#inThread({ row, subscription });
    } catch (error) {
      if (!(error instanceof TooCostly)) throw error;
      return await uncomparedNews(this.#options.catalog, { row, subscription, why: error.message });
    }
  }

  /** Ends the running comparison; the next server repeats it. */
  close(): void {
    this.#giveUp.abort();
  }

  async #inThread(request: ComparisonRequest): Promise<NewsItem[]> {
    const { data, mostCpuMs = MOST_CPU_MS, mostMs = MOST_MS, entry = COMPARISON_THREAD } = this.#options;
    const scratch = join(tmpdir(), `surf-compare-${process.pid}-${randomUUID()}`);
    const worker = new Worker(entry, {
      workerData: { data, scratch, extractionHeapMb: EXTRACTION_HEAP_MB } satisfies ComparisonData,
      resourceLimits: LIMITS,
    });
    const begun = performance.now();
    let looking: NodeJS.Timeout | undefined;
    try {
      return await new Promise<NewsItem[]>((resolve, reject) => {
        const giveUp = (): void => reject(new Error('the server ends'));
        if (this.#giveUp.signal.aborted) giveUp();
        this.#giveUp.signal.addEventListener('abort', giveUp, { once: true });
        worker.once('message', (reply: ComparisonReply) =>
          'items' in reply ? resolve(reply.items) : reject(errorOf(reply.fault)),
        );
        worker.once('error', (error: NodeJS.ErrnoException) =>
          reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new TooCostly('memory') : error),
        );
        worker.once('exit', () => reject(new Error('the thread that compares ended')));
        looking = setInterval(async () => {
          if (performance.now() - begun > mostMs) reject(new TooCostly('time'));
          if (((await cpuOf(worker)) ?? 0) > mostCpuMs) reject(new TooCostly('CPU'));
        }, LOOK_MS).unref();
        worker.postMessage(request);
      });
    } finally {
      clearInterval(looking);
      await worker.terminate();
      await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

class TooCostly extends Error {
  constructor(what: 'CPU' | 'memory' | 'time') {
    super(`the comparison took more ${what} than the server allows; surf diff compares the executions`);
  }
}

const errorOf = ({ code, message }: { code: ErrorCode | null; message: string }): Error =>
  code === null ? new Error(message) : new SurfError(code, message);
