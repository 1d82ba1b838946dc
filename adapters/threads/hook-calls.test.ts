import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { serveHooks } from '#adapters/threads/hook-calls.ts';
import type { CallHook } from '#core/model/hook.ts';

const CALLER = new URL('../../test/run/hook-caller.ts', import.meta.url);

describe('hooks that a worker thread calls in the main thread', () => {
  const threads: Worker[] = [];
  afterEach(async () => {
    await Promise.all(threads.splice(0).map((thread) => thread.terminate()));
  });

  function start(call: CallHook, mostMs = 60_000): Worker {
    const thread = new Worker(CALLER);
    threads.push(thread);
    const { order, transfer } = serveHooks(['onLink'], call);
    thread.postMessage({ ...order, mostMs }, transfer);
    return thread;
  }

  async function ask(thread: Worker, url: string): Promise<unknown> {
    const answered = once(thread, 'message');
    thread.postMessage({ url });
    const [answer] = (await answered) as [unknown];
    return answer;
  }

  it('give their values, of promises too, each to its call', async () => {
    const thread = start(async (name, url) => `${name} ${url}`);

    expect(await ask(thread, 'http://a/1')).toEqual({ value: 'onLink http://a/1' });
    expect(await ask(thread, 'http://a/2')).toEqual({ value: 'onLink http://a/2' });
  });

  it('give the message of what they throw', async () => {
    const thread = start(() => Promise.reject(new Error('no database')));

    expect(await ask(thread, 'http://a/')).toEqual({ message: 'no database' });
  });

  it('give no value that comes too late', async () => {
    const thread = start(() => new Promise(() => undefined), 50);

    expect(await ask(thread, 'http://a/')).toEqual({ message: 'it took longer than 0.05 s' });
  });

  it('serve several threads at once', async () => {
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const call: CallHook = async (_, url) => {
      waiting += 1;
      if (waiting === 2) resolve();
      await both;
      return url;
    };
    const [one, two] = [start(call), start(call)];

    const answers = await Promise.all([ask(one, 'http://a/1'), ask(two, 'http://a/2')]);

    expect(answers).toEqual([{ value: 'http://a/1' }, { value: 'http://a/2' }]);
  });
});
