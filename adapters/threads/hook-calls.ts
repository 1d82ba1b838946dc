import { MessageChannel, type MessagePort, receiveMessageOnPort, type Transferable } from 'node:worker_threads';
import type { CallHook, HookName } from '#core/model/hook.ts';

/** Time limit of one call. */
const MOST_MS = 30_000;

/**
 * Order to a thread: the port by which it calls the hooks of the main thread. The port is
 * transferred.
 */
export interface HookOrder {
  readonly type: 'hooks';
  readonly names: readonly HookName[];
  readonly port: MessagePort;
  /** Counts answers: the thread waits for the next one. */
  readonly answers: SharedArrayBuffer;
}

interface HookAsk {
  readonly name: HookName;
  readonly url: string;
}

/** `message`: why there is no value. */
type HookReply = { readonly value: unknown } | { readonly message: string };

/**
 * The order for one thread; from then on the main thread answers its calls, one after the other.
 */
export function serveHooks(
  names: readonly HookName[],
  call: CallHook,
): { readonly order: HookOrder; readonly transfer: readonly Transferable[] } {
  const { port1, port2 } = new MessageChannel();
  const answers = new SharedArrayBuffer(4);
  const count = new Int32Array(answers);
  const answer = (reply: HookReply): void => {
    port1.postMessage(reply);
    Atomics.add(count, 0, 1);
    Atomics.notify(count, 0);
  };
  port1.on('message', ({ name, url }: HookAsk) => {
    call(name, url).then(
      (value) => answer({ value }),
      (error: unknown) => answer({ message: error instanceof Error ? error.message : String(error) }),
    );
  });
  port1.unref();
  return { order: { type: 'hooks', names, port: port2, answers }, transfer: [port2] };
}

/**
 * Calls hooks of the main thread from a worker thread, which waits meanwhile: the engine decides
 * about links without a pause between two of them, so that its memory holds one page.
 */
export class HookCalls {
  readonly #port: MessagePort;
  readonly #answers: Int32Array;
  readonly #mostMs: number;

  /** @param mostMs @default 30 s */
  constructor({ port, answers }: Pick<HookOrder, 'port' | 'answers'>, mostMs = MOST_MS) {
    this.#port = port;
    this.#answers = new Int32Array(answers);
    this.#mostMs = mostMs;
  }

  /** @throws Error with the message of what the hook threw, or when it takes too long */
  call(name: HookName, url: string): unknown {
    const before = Atomics.load(this.#answers, 0);
    this.#port.postMessage({ name, url } satisfies HookAsk);
    if (Atomics.wait(this.#answers, 0, before, this.#mostMs) === 'timed-out')
      throw new Error(`it took longer than ${this.#mostMs / 1_000} s`);
    const reply = receiveMessageOnPort(this.#port)?.message as HookReply | undefined;
    if (reply === undefined) throw new Error('the main thread gave no answer');
    if ('message' in reply) throw new Error(reply.message);
    return reply.value;
  }
}
