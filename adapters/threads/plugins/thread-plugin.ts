import { Worker } from 'node:worker_threads';
import type { PluginNotice, PluginOrder, PluginThreadData } from '#adapters/threads/plugins/plugin-messages.ts';
import { SurfError } from '#core/error.ts';
import {
  MOST_PLUGIN_SECONDS,
  type Plugin,
  type PluginReply,
  type PluginTerms,
  USUAL_PLUGIN_MB,
  USUAL_PLUGIN_SECONDS,
} from '#core/plugin/plugin.ts';

/** Heap of a thread: a plug-in that needs more fails. */
const HEAP_MB = 256;
/** Surf ends a thread that has not loaded its module after this time. */
const LOAD_MS = 10_000;
/** After so many threads in a row that did not load their module none is started again. */
const MOST_STILLBORN = 3;

/** A plug-in, and the operator's module that it is. */
export interface PluginModuleTerms extends PluginTerms {
  /** URL of a file. */
  readonly module: string;
}

type Fault = Extract<PluginReply, { ok: false }>['fault'];

/**
 * A plug-in in a separate thread, started with its first page. It gets one page at a time, as a
 * sandbox of Lambda does. A call that takes too long ends the thread; the next one gets a new one.
 */
export class ThreadPlugin implements Plugin {
  readonly name: string;
  readonly storesData: boolean;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly #entry: URL;
  readonly #module: string;
  #thread: PluginThread | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #stillborn = 0;

  /** @param entry URL of plugin-thread.ts, or of its bundle */
  constructor(entry: URL, { name, storesData, timeoutMs, memoryMb, module }: PluginModuleTerms) {
    this.name = name;
    this.storesData = storesData;
    this.timeoutMs = timeoutMs;
    this.memoryMb = memoryMb;
    this.#entry = entry;
    this.#module = module;
  }

  call(event: string, limitMs: number): Promise<PluginReply> {
    const reply = this.#turn.then(() => this.#call(event, limitMs));
    this.#turn = reply;
    return reply;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#thread?.end();
  }

  async #call(event: string, limitMs: number): Promise<PluginReply> {
    if (this.#stillborn >= MOST_STILLBORN) return replied('failed', 'its module could not be loaded', 0);
    if (this.#thread?.isOver !== false) this.#thread = new PluginThread(this.#entry, this.#module);
    const thread = this.#thread;
    const loaded = await thread.loaded();
    if (typeof loaded === 'string') {
      this.#stillborn += 1;
      return replied('failed', loaded, 0);
    }
    this.#stillborn = 0;
    const begunAt = performance.now();
    const notice = await thread.ask(event, limitMs);
    const ms = performance.now() - begunAt;
    if (notice.type === 'answer') return { ok: true, text: notice.text, ms };
    if (notice.type === 'silent') return replied('timeout', `it gave no answer in ${Math.round(limitMs)} ms`, ms);
    return replied(notice.fault, notice.message, ms);
  }
}

const replied = (fault: Fault, message: string, ms: number): PluginReply => ({ ok: false, fault, message, ms });

/**
 * Reads `storesData` and `timeoutSeconds` of the operator’s module in a thread that ends at once,
 * so that no code of the module runs in this thread.
 *
 * @throws SurfError PLUGIN_INVALID
 */
export async function pluginModule(entry: URL, name: string, module: string): Promise<PluginModuleTerms> {
  const thread = new PluginThread(entry, module);
  try {
    const loaded = await thread.loaded();
    if (typeof loaded === 'string') throw invalid(name, loaded);
    const { has, storesData, timeoutSeconds = USUAL_PLUGIN_SECONDS } = loaded;
    if (!has) throw invalid(name, 'its module exports no function handler');
    if (typeof storesData !== 'boolean') throw invalid(name, 'its module does not say whether it stores data');
    const isTime = typeof timeoutSeconds === 'number' && timeoutSeconds > 0 && timeoutSeconds <= MOST_PLUGIN_SECONDS;
    if (!isTime) throw invalid(name, `timeoutSeconds is not a number up to ${MOST_PLUGIN_SECONDS}`);
    return { name, storesData, timeoutMs: timeoutSeconds * 1_000, memoryMb: USUAL_PLUGIN_MB, module };
  } finally {
    await thread.end();
  }
}

const invalid = (name: string, why: string): SurfError =>
  new SurfError('PLUGIN_INVALID', `the plug-in ${name} cannot be used: ${why}`.slice(0, 500), {
    remedy: 'a plug-in is a module with: export const storesData = false; export const handler = async (page) => …',
  });

type Loaded = Extract<PluginNotice, { type: 'loaded' }>;
type Notice = PluginNotice | { readonly type: 'silent' };
type Answer = Exclude<Notice, Loaded>;

/** One thread with the module. */
class PluginThread {
  readonly #worker: Worker;
  #why = 'its thread ended';
  #isOver = false;
  readonly #first: Promise<Notice>;
  #wake: (notice: Notice) => void = () => {};

  constructor(entry: URL, module: string) {
    this.#worker = new Worker(entry, {
      workerData: { module } satisfies PluginThreadData,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      stdout: true, // stdout has the results of the command
    });
    this.#worker.stdout.on('data', (part: Uint8Array) => process.stderr.write(part));
    this.#worker.on('message', (notice: PluginNotice) => this.#wake(notice));
    this.#worker.on('error', (error: unknown) => {
      this.#why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    });
    this.#worker.on('exit', () => {
      this.#isOver = true;
      this.#wake({ type: 'fault', fault: 'failed', message: this.#why });
    });
    this.#first = this.#next(LOAD_MS);
  }

  /** It can be asked nothing more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns the module's description of itself, or the reason why it cannot be loaded. */
  async loaded(): Promise<Loaded | string> {
    const notice = await this.#first;
    if (notice.type === 'loaded') return notice;
    return notice.type === 'fault' ? notice.message : `its module is not loaded after ${LOAD_MS / 1_000} s`;
  }

  /** One order at a time. */
  async ask(event: string, limitMs: number): Promise<Answer> {
    if (this.#isOver) return { type: 'fault', fault: 'failed', message: this.#why };
    const next = this.#next(limitMs);
    this.#worker.postMessage({ event } satisfies PluginOrder);
    const notice = await next;
    return notice.type === 'loaded' ? { type: 'fault', fault: 'failed', message: 'it answered twice' } : notice;
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#worker.terminate();
  }

  /** The next notice; when none comes in time the thread is ended. */
  async #next(limitMs: number): Promise<Notice> {
    this.#worker.ref();
    const { promise, resolve } = Promise.withResolvers<Notice>();
    this.#wake = resolve;
    const timer = setTimeout(() => resolve({ type: 'silent' }), limitMs);
    const notice = await promise;
    clearTimeout(timer);
    this.#worker.unref();
    if (notice.type === 'silent') await this.end();
    return notice;
  }
}
