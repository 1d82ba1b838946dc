import { parentPort, workerData } from 'node:worker_threads';
import { createApp } from '#api/app.ts';
import { apiPorts } from '#cli/serve/threads/api-ports.ts';
import type { ApiOrder, ApiReply, ApiThreadData, AskedRequest } from '#cli/serve/threads/api-thread-messages.ts';
import { openEmbedded } from '#compose/compose-local.ts';
import type { Caller } from '#core/identity/caller.ts';

/** A thread that answers API requests. The main thread can end it during one. */
const { data, version, secretsFolder, plugins, defaults, extractionHeapMb, scratch } = workerData as ApiThreadData;
/** Bytes per message. */
const PART_BYTES = 64 * 1024;

const callers = new WeakMap<Request, Caller>();
const runner = {
  start: async (execution: string, run: number): Promise<void> => reply({ type: 'run', execution, run }),
};
const app = createApp(
  apiPorts(openEmbedded({ data, existing: true, plugins, ...(secretsFolder !== null && { secretsFolder }) }), runner, {
    extractionHeapMb,
    scratch,
  }),
  {
    version,
    ...(defaults !== undefined && { defaults }),
    identify: async (request) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('a request without its caller');
      return caller;
    },
  },
);
/** Remaining parts of answers, by request. */
const going = new Map<number, AsyncGenerator<Uint8Array<ArrayBuffer>>>();

parentPort?.on('message', (order: ApiOrder) => {
  if (order.type === 'ask') void answer(order.id, order.request).catch(() => end(order.id, 'broken'));
  else if (order.type === 'more') void sendPart(order.id).catch(() => end(order.id, 'broken'));
  else void leave(order.id).catch(() => undefined);
});

async function answer(id: number, { method, url, headers, body, caller }: AskedRequest): Promise<void> {
  const request = new Request(url, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    ...(body !== null && { body }),
  });
  callers.set(request, caller);
  const response = await app.fetch(request);
  const hasBody = response.body !== null;
  if (response.body !== null) going.set(id, partsOf(response.body));
  reply({ type: 'head', id, head: { status: response.status, headers: [...response.headers], hasBody } });
}

async function sendPart(id: number): Promise<void> {
  const part = await going.get(id)?.next();
  if (part === undefined) return;
  if (part.done === true) return end(id, 'end');
  reply({ type: 'part', id, bytes: part.value }, [part.value.buffer]);
}

async function leave(id: number): Promise<void> {
  const parts = going.get(id);
  going.delete(id);
  await parts?.return(undefined);
}

function end(id: number, type: 'end' | 'broken'): void {
  going.delete(id);
  reply({ type, id });
}

/** Copies of at most 64 KiB, transferable to another thread. */
async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const bytes of body) {
    for (let at = 0; at < bytes.length; at += PART_BYTES) yield Uint8Array.from(bytes.subarray(at, at + PART_BYTES));
  }
}

function reply(message: ApiReply, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}
