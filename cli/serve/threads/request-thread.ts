import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { busy } from '#cli/serve/threads/admission.ts';
import type {
  AnsweredHead,
  ApiOrder,
  ApiReply,
  ApiThreadData,
  AskedRequest,
} from '#cli/serve/threads/api-thread-messages.ts';
import { cpuOf } from '#cli/serve/threads/thread-cpu.ts';
import { API_THREAD } from '#cli/serve/threads/thread-modules.ts';
import { SurfError } from '#core/error.ts';
import { isMachineFault } from '#core/machine-fault.ts';

/** Interval between checks of a busy thread, in ms. */
const LOOK_MS = 200;
/** Least share of a core. A thread that gets less ends by the clock. */
const LEAST_CPU_SHARE = 0.05;
/** Longest pause of a reader, then it is cut off: 64 KiB in this time are 2 KiB a second. */
const READER_MS = 30_000;
/**
 * Bytes that are read ahead of the reader: an answer of at most this size frees its place at once.
 */
const AHEAD_BYTES = 64 * 1024;
const YOUNG_MB = 24;

export interface RequestThreadOptions {
  readonly data: Omit<ApiThreadData, 'scratch'>;
  /** Old generation of the thread's heap, MB. A request that needs more ends the thread. */
  readonly heapMb: number;
  /** Called when a run of an execution is to begin. */
  readonly onRun: (execution: string, run: number) => void;
}

export interface AnswerOptions {
  /**
   * CPU time that the thread may use without sending anything, ms. If it answers several requests,
   * that of the first one applies.
   */
  readonly mostCpuMs: number;
  /** Called once, when the answer has been read, was given up, or failed. */
  readonly ended: () => void;
}

interface PendingRequest {
  readonly head: (head: AnsweredHead) => void;
  readonly failed: (error: unknown) => void;
  /** Takes the next part; null after the last. */
  part: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | null;
  readonly ended: () => void;
  timer: NodeJS.Timeout | null;
}

/**
 * One thread that answers requests. It is ended when it takes too much CPU or memory; then all its
 * requests fail, and nothing else.
 */
export class RequestThread {
  readonly #worker: Worker;
  readonly #options: RequestThreadOptions;
  readonly #scratch: string;
  readonly #inFlight = new Map<number, PendingRequest>();
  readonly #looking: NodeJS.Timeout;
  #lastId = 0;
  #mostCpuMs = 0;
  #heardAt = performance.now();
  /** CPU time of the thread at its last message, ms; null if it must be read first. */
  #heardCpuMs: number | null = null;
  #why: SurfError | null = null;
  #ended = false;

  constructor(options: RequestThreadOptions) {
    this.#options = options;
    this.#scratch = join(tmpdir(), `surf-export-${process.pid}-${randomUUID()}`);
    this.#worker = new Worker(API_THREAD, {
      workerData: { ...options.data, scratch: this.#scratch } satisfies ApiThreadData,
      resourceLimits: { maxOldGenerationSizeMb: options.heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    });
    this.#worker.on('message', (reply: ApiReply) => this.#hear(reply));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      if (isMachineFault(error)) this.#why ??= error as unknown as SurfError;
      this.#why ??= error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly('memory') : busy('a thread failed');
    });
    this.#worker.on('exit', () => this.#exit());
    this.#worker.unref();
    this.#looking = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  get hasEnded(): boolean {
    return this.#ended || this.#why !== null;
  }

  /** @throws SurfError REQUEST_TOO_COSTLY, SERVER_BUSY */
  async answer(request: AskedRequest, { mostCpuMs, ended }: AnswerOptions): Promise<Response> {
    if (this.hasEnded) {
      ended();
      throw this.#why ?? busy('a thread ended');
    }
    if (this.#inFlight.size === 0) {
      this.#heard();
      this.#mostCpuMs = mostCpuMs;
    }
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<AnsweredHead>();
    this.#inFlight.set(id, { head: resolve, failed: reject, part: null, ended, timer: null });
    this.#post({ type: 'ask', id, request });
    const { status, headers, hasBody } = await promise;
    const named = headers.map(([name, value]): [string, string] => [name, value]);
    if (!hasBody) this.#finish(id);
    return new Response(hasBody ? this.#bodyOf(id) : null, { status, headers: named });
  }

  async close(): Promise<void> {
    await this.#end(busy('the server ends'));
  }

  #bodyOf(id: number): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const bytes = await this.#part(id);
          if (bytes === null) return controller.close();
          controller.enqueue(bytes);
          this.#waitForReader(id, controller);
        },
        cancel: () => this.#leave(id),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: AHEAD_BYTES }),
    );
  }

  #part(id: number): Promise<Uint8Array | null> {
    const pending = this.#inFlight.get(id);
    if (pending === undefined) return Promise.reject(this.#why ?? busy('the response was cut off'));
    if (pending.timer !== null) clearTimeout(pending.timer);
    pending.timer = null;
    return new Promise((resolve, reject) => {
      this.#inFlight.set(id, { ...pending, failed: reject, part: resolve });
      this.#post({ type: 'more', id });
    });
  }

  #waitForReader(id: number, controller: ReadableStreamDefaultController): void {
    const pending = this.#inFlight.get(id);
    if (pending === undefined) return;
    pending.timer = setTimeout(() => {
      this.#leave(id);
      controller.error(busy('the reader is too slow'));
    }, READER_MS).unref();
  }

  #hear(reply: ApiReply): void {
    this.#heard();
    if (reply.type === 'run') {
      this.#options.onRun(reply.execution, reply.run);
      return;
    }
    const pending = this.#inFlight.get(reply.id);
    if (pending === undefined) return;
    if (reply.type === 'head') pending.head(reply.head);
    else if (reply.type === 'part') pending.part?.(reply.bytes);
    else {
      this.#finish(reply.id);
      if (reply.type === 'end') pending.part?.(null);
      else pending.failed(new Error('the response was cut off'));
    }
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.#heardCpuMs = null;
  }

  #leave(id: number): void {
    if (!this.#inFlight.has(id)) return;
    this.#finish(id);
    this.#post({ type: 'leave', id });
  }

  #finish(id: number): void {
    const pending = this.#inFlight.get(id);
    if (pending === undefined) return;
    if (pending.timer !== null) clearTimeout(pending.timer);
    this.#inFlight.delete(id);
    pending.ended();
  }

  #post(order: ApiOrder): void {
    this.#worker.postMessage(order);
  }

  /** Ends a thread that computes too long without a message. */
  async #look(): Promise<void> {
    if (this.#inFlight.size === 0 || this.hasEnded) return;
    const heardAt = this.#heardAt;
    const cpuMs = await cpuOf(this.#worker);
    if (this.#heardAt !== heardAt || this.hasEnded) return;
    const silentMs = performance.now() - heardAt;
    this.#heardCpuMs ??= cpuMs;
    const usedMs = cpuMs === null || this.#heardCpuMs === null ? silentMs : cpuMs - this.#heardCpuMs;
    const isStuck = usedMs >= this.#mostCpuMs * LEAST_CPU_SHARE && silentMs >= this.#mostCpuMs / LEAST_CPU_SHARE;
    if (usedMs >= this.#mostCpuMs || isStuck) await this.#end(tooCostly('CPU'));
  }

  async #end(why: SurfError): Promise<void> {
    this.#why ??= why;
    await this.#worker.terminate();
    await this.#removeScratch();
  }

  /** Removes the files that a thread leaves if it is ended during an export. */
  async #removeScratch(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true }).catch(() => undefined);
  }

  #exit(): void {
    void this.#removeScratch();
    this.#ended = true;
    clearInterval(this.#looking);
    const why = this.#why ?? busy('a thread ended');
    for (const [id, pending] of this.#inFlight) {
      this.#finish(id);
      pending.failed(why);
    }
  }
}

const tooCostly = (what: 'CPU' | 'memory'): SurfError =>
  new SurfError('REQUEST_TOO_COSTLY', `Surf ended the request: it took more ${what} than the server allows`, {
    remedy: 'request less: a smaller limit, fewer or shorter expressions, another part of the page',
  });
