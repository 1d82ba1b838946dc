import { describe, expect, it } from 'vitest';
import { SurfError } from '#core/error.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { IndexTicket, indexRun } from './index-run.ts';

async function failureOf(error: unknown): Promise<{ keys: readonly string[]; said: unknown; logged: unknown[] }> {
  const [archive, catalog] = [new MemoryArchive(), new MemoryCatalog()];
  const { id } = sampleExecution();
  await catalog.createExecution(sampleExecution());
  const logged: unknown[] = [];
  const telemetry = {
    begin: () => undefined,
    line: () => undefined,
    count: () => undefined,
    flush: () => undefined,
    problem: (...said: readonly unknown[]) => void logged.push(said.at(-1)),
  };
  const source = { archive, catalog, clock: { now: () => 7 } } as unknown as ExportSource;
  const ticket = IndexTicket.parse({ execution: id, wave: 1, build: '1764072000000-b1' });
  await indexRun({ source, telemetry, build: () => Promise.reject(error) }, ticket);
  const [key = ''] = archive.keys;
  return { keys: archive.keys, said: JSON.parse(Buffer.from(await archive.get(key)).toString()), logged };
}

describe('a build that fails', () => {
  it('leaves its reason beside the index, for the next search', async () => {
    const error = new SurfError('OBJECT_CORRUPT', 'a chunk is damaged', { remedy: 'surf verify tells which' });

    const { keys, said, logged } = await failureOf(error);

    expect(keys).toEqual([`executions/${sampleExecution().id}/search/000001.v4.1764072000000-b1.failed.json`]);
    expect(said).toEqual({
      at: 7,
      code: 'OBJECT_CORRUPT',
      message: 'a chunk is damaged',
      remedy: 'surf verify tells which',
    });
    expect(logged).toEqual([error]);
  });

  it('keeps the words of a fault of ours in the log', async () => {
    const { said, logged } = await failureOf(new Error('bucket surf-secret'));

    expect(said).toMatchObject({ code: 'SEARCH_UNAVAILABLE', message: expect.not.stringContaining('surf-secret') });
    expect(logged).toEqual([new Error('bucket surf-secret')]);
  });
});
