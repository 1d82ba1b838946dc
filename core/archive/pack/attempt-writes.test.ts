import { describe, expect, it } from 'vitest';
import type { Archive } from '#core/archive/archive.ts';
import { AttemptWrites } from '#core/archive/pack/attempt-writes.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const bytes = (text: string): Uint8Array[] => [Buffer.from(text)];
const MIB = 1024 * 1024;

/** An archive whose puts end when the test says so. */
class HeldArchive extends MemoryArchive {
  readonly begun: string[] = [];
  readonly #waiting = new Map<string, PromiseWithResolvers<void>>();

  override async put(key: string, parts: readonly Uint8Array[]): Promise<'created' | 'exists'> {
    const waiting = Promise.withResolvers<void>();
    this.begun.push(key);
    this.#waiting.set(key, waiting);
    await waiting.promise;
    return super.put(key, parts);
  }

  end(key: string): void {
    this.#waiting.get(key)?.resolve();
  }

  fail(key: string): void {
    this.#waiting.get(key)?.reject(new Error(`no room for ${key}`));
  }
}

async function keysOf(archive: Archive): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of archive.list('x/')) keys.push(key);
  return keys;
}

/** Has it ended when all that can continue has? */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  const rest = new Promise<boolean>((resolve) => setImmediate(resolve, false));
  return Promise.race([work.then(() => true), rest]);
}

describe('the writes of an attempt', () => {
  it('are under way together, and are all there when it is sealed', async () => {
    const below = new HeldArchive();
    const writes = new AttemptWrites(below);
    await writes.put('a', bytes('1'));
    await writes.put('b', bytes('2'));
    const sealed = writes.seal();

    below.end('b');
    const before = await hasEnded(sealed);
    below.end('a');
    await sealed;

    expect([below.begun, before, below.keys]).toEqual([['a', 'b'], false, ['a', 'b']]);
  });

  it('are read, listed and deleted once they have ended', async () => {
    const below = new HeldArchive();
    const writes = new AttemptWrites(below);
    for (const key of ['x/a', 'x/b']) await writes.put(key, bytes(key));
    const [whole, part] = [writes.get('x/a'), writes.range('x/a', 2, 1)];
    const listed = keysOf(writes);
    const early = [await hasEnded(whole), await hasEnded(part), await hasEnded(listed)];

    for (const key of ['x/a', 'x/b']) below.end(key);
    const answers = [await whole, await part, await listed].map(String);
    await writes.delete(['x/a']);

    expect(early).toEqual([false, false, false]);
    expect(answers).toEqual(['x/a', 'a', 'x/a,x/b']);
    expect(below.keys).toEqual(['x/b']);
  });

  it('wait where 32 MiB are under way', async () => {
    const below = new HeldArchive();
    const writes = new AttemptWrites(below);
    await writes.put('a', [Buffer.alloc(20 * MIB)]);
    await writes.put('b', [Buffer.alloc(12 * MIB)]);
    const third = writes.put('c', bytes('3'));
    const early = await hasEnded(third);

    below.end('a');
    await third;

    expect([early, below.begun]).toEqual([false, ['a', 'b', 'c']]);
  });

  it('of which one fails do not let it be sealed, nor the object be read', async () => {
    const below = new HeldArchive();
    const writes = new AttemptWrites(below);
    await writes.put('a', bytes('1'));

    below.fail('a');

    await expect(writes.get('a')).rejects.toThrow('no room for a');
    await expect(writes.seal()).rejects.toThrow('no room for a');
  });
});
