import { describe, expect, it } from 'vitest';
import { CachedArchive } from '#adapters/api/cached-archive.ts';
import { CountingArchive } from '#test/fakes/memory/counting-archive.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';

const WARC = 'executions/x/chunks/000000/000000/a-000000.warc.gz';
const NEXT_WARC = 'executions/x/chunks/000000/000000/a-000001.warc.gz';
const LINES = 'executions/x/chunks/000000/000000/a-000000.lines.jsonl.gz';

async function remoteWith(...keys: readonly string[]): Promise<CountingArchive> {
  const remote = new CountingArchive();
  for (const key of keys) await remote.put(key, [Buffer.from('0123456789')]);
  return remote;
}

describe('a cached archive', () => {
  it('fetches a WARC file once and serves its records from the cache', async () => {
    const remote = await remoteWith(WARC);
    const archive = new CachedArchive({ remote, cache: new MemoryArchive() });

    const records = [await archive.range(WARC, 0, 3), await archive.range(WARC, 3, 4)];

    expect(records.map(String)).toEqual(['012', '3456']);
    expect(remote.reads).toEqual([{ key: WARC, offset: 0, bytes: 10 }]);
  });

  it('fetches each record of a further WARC file separately when the cache is full', async () => {
    const remote = await remoteWith(WARC, NEXT_WARC);
    const cache = new MemoryArchive();
    const archive = new CachedArchive({ remote, cache, maxBytes: 10 });

    await archive.range(WARC, 0, 3);
    const records = [await archive.range(NEXT_WARC, 0, 3), await archive.range(NEXT_WARC, 3, 4)];

    expect(records.map(String)).toEqual(['012', '3456']);
    expect([...cache.objects.keys()]).toEqual([WARC]);
    expect(remote.take()).toEqual({ requests: 3, bytes: 17 });
  });

  it('caches nothing but WARC files', async () => {
    const remote = await remoteWith(LINES);
    const cache = new MemoryArchive();
    const archive = new CachedArchive({ remote, cache });

    await archive.range(LINES, 2, 3);
    await archive.get(LINES);

    expect(cache.objects.size).toBe(0);
    expect(remote.take()).toEqual({ requests: 2, bytes: 13 });
  });
});
