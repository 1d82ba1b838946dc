import { availableParallelism } from 'node:os';
import { type Transferable, Worker } from 'node:worker_threads';
import type { UnitTicket } from '#core/archive/plan.ts';
import { type ErrorCode, SurfError } from '#core/error.ts';

/** More threads than this fight for the one writer of SQLite. */
const MAX_THREADS = 4;
/** Heap of one thread: a page that needs more ends its thread, not the process. */
const THREAD_HEAP_MB = 1_024;
/**
 * Its young generation (three semi-spaces of 8 MB). V8 starts to mark the old generation as soon as
 * the room left in it is less than the young one's: with the default of 32 MB a small heap is
 * marked all the time (docs/explanation/performance.md).
 */
const THREAD_YOUNG_MB = 24;

/** Order to the thread: crawl a unit. */
export interface UnitOrder {
  readonly id: number;
  readonly ticket: UnitTicket;
  readonly memoryMb: number;
  /** Equal in all orders of a pool: the thread opens its ports with the first one. */
  readonly workerData: unknown;
}

/** Order to the thread: the process ends soon. */
export interface ParkOrder {
  readonly type: 'park';
}

/** Report of the thread: the unit's function returned, or threw. */
export interface UnitReport {
  readonly id: number;
  readonly error: string | null;
  /** The error is a fault of the machine; it crosses the thread in parts. */
  readonly fault?: MachineFault;
}

/** A fault of the machine, as one thread tells it to another. */
export interface MachineFault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string | undefined;
}

/**
 * `died`: its thread ended, or the unit threw; `fault`: the machine could not continue with any
 * unit.
 */
export type UnitEnd =
  | { readonly type: 'ended' }
  | { readonly type: 'died'; readonly why: string }
  | { readonly type: 'fault'; readonly error: SurfError };

interface Thread {
  readonly worker: Worker;
  readonly running: Map<number, (end: UnitEnd) => void>;
}

export interface WorkerPoolOptions {
  /** Module that each thread runs: answers every UnitOrder with a UnitReport. */
  readonly entry: URL;
  readonly workerData: unknown;
  /** An unused thread of `startThread`: the pool's first. */
  readonly spare?: Worker;
  /** The first message to each thread. @default none */
  readonly greeting?: () => { readonly message: unknown; readonly transfer: readonly Transferable[] };
  /** @default min(cores, 4) */
  readonly threads?: number;
}

/**
 * Starts a thread, which loads its modules and waits for orders.
 * @param entry answers every UnitOrder with a UnitReport
 */
export function startThread(entry: URL): Worker {
  const worker = new Worker(entry, {
    resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: THREAD_YOUNG_MB },
  });
  return worker.on('error', () => undefined); // its exit tells the user of the worker
}

/**
 * Worker threads that share the units of a wave; none runs in the main thread. A thread that dies
 * takes its units with it; the next unit gets a new one.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #most: number;
  readonly #threads = new Set<Thread>();
  #spare: Worker | null;
  #nextId = 0;
  #parked = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#spare = options.spare ?? null;
    this.#most = options.threads ?? Math.min(availableParallelism(), MAX_THREADS);
  }

  /** Most threads of the pool. */
  get threads(): number {
    return this.#most;
  }

  /** Starts a thread before it is needed: its modules load while the first wave is planned. */
  warmUp(): void {
    if (this.#threads.size === 0) this.#start();
  }

  /** Runs a unit to its end. Never rejects. */
  run(ticket: UnitTicket, memoryMb: number): Promise<UnitEnd> {
    const thread = this.#freest();
    const id = this.#nextId++;
    return new Promise((resolve) => {
      thread.running.set(id, resolve);
      const { workerData } = this.#options;
      thread.worker.postMessage({ id, ticket, memoryMb, workerData } satisfies UnitOrder);
    });
  }

  /** Tells all units to write their work and end; units that begin later end at once. */
  park(): void {
    this.#parked = true;
    for (const { worker } of this.#threads) worker.postMessage({ type: 'park' } satisfies ParkOrder);
  }

  async close(): Promise<void> {
    await this.#takeSpare()?.terminate();
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #freest(): Thread {
    let best: Thread | undefined;
    for (const thread of this.#threads)
      if (best === undefined || thread.running.size < best.running.size) best = thread;
    return best === undefined || (best.running.size > 0 && this.#threads.size < this.#most) ? this.#start() : best;
  }

  /** Takes the spare thread. Returns null if it has ended: it would never report its end. */
  #takeSpare(): Worker | null {
    const spare = this.#spare;
    this.#spare = null;
    return spare === null || spare.threadId < 0 ? null : spare;
  }

  #start(): Thread {
    const worker = this.#takeSpare() ?? startThread(this.#options.entry);
    const thread: Thread = { worker, running: new Map() };
    let why = 'the thread ended';
    worker.on('message', (report: UnitReport) => {
      thread.running.get(report.id)?.(endOf(report));
      thread.running.delete(report.id);
    });
    worker.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => {
      this.#threads.delete(thread);
      for (const resolve of thread.running.values()) resolve({ type: 'died', why });
    });
    this.#threads.add(thread);
    const greeting = this.#options.greeting?.();
    if (greeting !== undefined) worker.postMessage(greeting.message, greeting.transfer);
    if (this.#parked) worker.postMessage({ type: 'park' } satisfies ParkOrder);
    return thread;
  }
}

function endOf({ error, fault }: UnitReport): UnitEnd {
  if (error === null) return { type: 'ended' };
  if (fault === undefined) return { type: 'died', why: error };
  const { code, message, remedy } = fault;
  return { type: 'fault', error: new SurfError(code, message, remedy === undefined ? {} : { remedy }) };
}
