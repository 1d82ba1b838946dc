import { describe, expect, it } from 'vitest';
import {
  attemptName,
  chunkBase,
  executionPrefix,
  levelObject,
  publishedManifest,
  seenObject,
  waveObject,
} from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { advance } from '#engine/advance/advance.ts';
import { controlExecution } from '#engine/control/control-execution.ts';
import { finishExecution } from '#engine/finish/finish-execution.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { manifestsOf } from '#engine/frontier/manifest-chain.ts';
import { ModelRun } from '#test/model/model-run.ts';
import { Dice, makeModelWeb } from '#test/model/model-web.ts';

const bytes = [Buffer.from('x')];

async function started(seed: number, pages: number | null = null): Promise<ModelRun> {
  const web = makeModelWeb(new Dice(seed), { pages: 30, hosts: 3, killers: false, crossRedirects: true });
  const limits = { depth: null, pages, pagesPerLevel: null, pagesPerHost: null };
  const run = new ModelRun({ web, limits, parallelism: 3, delaySeconds: 10, seed, deaths: 0 });
  await run.start();
  return run;
}

async function ended(seed: number, pages: number | null = null): Promise<ModelRun> {
  const run = await started(seed, pages);
  await run.drive();
  return run;
}

const waveOf = async (run: ModelRun): Promise<number> => (await run.catalog.execution(run.id)).wave;

/** A chunk that a late worker writes into a wave. */
const lateChunk = (id: ExecutionId, wave: number): string[] =>
  ['.warc.gz', '.lines.jsonl.gz', '.links.jsonl.gz', '.records.jsonl.gz'].map(
    (suffix) => `${chunkBase({ execution: id, wave, unit: 0, token: 'late', n: 0 })}${suffix}`,
  );

/** What an advance writes that plans a wave and loses. */
const lostAttempt = (id: ExecutionId, wave: number, name: string): string[] => [
  waveObject(id, wave, name, 'frontier.json'),
  waveObject(id, wave, name, 'tasks.jsonl'),
  levelObject(id, 1, name, 'index.bin'),
  seenObject(id, name, '0.seg'),
];

async function plant(run: ModelRun, keys: readonly string[]): Promise<readonly string[]> {
  for (const key of keys) await run.archive.put(key, bytes);
  return keys;
}

describe('finishExecution (S13)', () => {
  it('deletes nothing of what the manifests list, and publishes every chunk in order', async () => {
    const run = await ended(5);
    const before = run.objects.keys;

    await finishExecution(run.ports, run.id);

    const published = publishedManifest(run.id);
    expect(run.objects.keys).toEqual([...before, published].sort());
    const row = await run.catalog.execution(run.id);
    const expected: { wave: number; chunk: string; outcomes: number }[] = [];
    for await (const { manifest } of manifestsOf(run.archive, row)) {
      expected.unshift(
        ...manifest.chunks.map(({ base, outcomes }) => ({ wave: manifest.wave, chunk: base, outcomes })),
      );
    }
    const lines = parseLines<{ outcomes: number }>(await run.archive.get(published));
    expect(lines).toEqual(expected);
    expect(lines.reduce((sum, line) => sum + line.outcomes, 0)).toBeGreaterThanOrEqual((await run.rows()).length);
  });

  it('deletes exactly the chunks that no manifest lists and what lost advances wrote', async () => {
    const run = await ended(5);
    const { id } = run;
    const before = run.objects.keys;
    await plant(run, [...lateChunk(id, 1), ...lateChunk(id, (await waveOf(run)) - 1)]);
    await plant(run, [...lostAttempt(id, 1, 'lost1'), ...lostAttempt(id, await waveOf(run), 'lost2')]);
    await plant(run, ['executions/xother/chunks/000001/000000/t-000000.lines.jsonl.gz']);

    await finishExecution(run.ports, id);

    const left = [...before, publishedManifest(id), 'executions/xother/chunks/000001/000000/t-000000.lines.jsonl.gz'];
    expect(run.objects.keys).toEqual(left.sort());
    await expect(run.outcomes()).resolves.toBeInstanceOf(Map);
  });

  it('deletes lists and segments of an advance that died before it wrote into the folder of its wave, and no others', async () => {
    const run = await ended(5);
    const wave = await waveOf(run);
    const before = run.objects.keys;
    const of = (attempt: string): string[] => [
      levelObject(run.id, 1, attempt, 'tasks.jsonl'),
      seenObject(run.id, attempt, '0.seg'),
    ];
    await plant(run, [...of(attemptName(1, 'dead')), ...of(attemptName(wave, 'dead'))]);
    const young = await plant(run, of(attemptName(wave + 1, 'young')));

    await finishExecution(run.ports, run.id);

    expect(run.objects.keys).toEqual([...before, ...young, publishedManifest(run.id)].sort());
  });

  it('leaves waves alone that are not closed: `continue` may have begun them', async () => {
    const run = await ended(5, 3);
    const wave = await waveOf(run);
    const young = await plant(run, [...lateChunk(run.id, wave), ...lostAttempt(run.id, wave + 1, 'next')]);

    await finishExecution(run.ports, run.id);

    expect(run.objects.keys).toEqual(expect.arrayContaining([...young]));
  });

  it('keeps what `continue` needs: it continues to the same end', async () => {
    const run = await ended(5, 3);
    const whole = await ended(5);

    await finishExecution(run.ports, run.id);
    const { row } = await controlExecution(run, run.id, { type: 'resume', limits: { pages: null } });
    const last = await run.drive(() => run.ports, row.lastRun);
    await finishExecution(run.ports, run.id);

    expect(last.status).toBe('succeeded');
    expect(last.counts.stored).toBe((await whole.catalog.execution(whole.id)).counts.stored);
    const lines = parseLines<{ wave: number }>(await run.archive.get(publishedManifest(run.id)));
    expect(lines.at(-1)?.wave).toBeGreaterThan(1); // published again
    const texts = (await run.catalog.events(run.id, 100)).filter(({ type }) => type === 'finished');
    expect(texts).toHaveLength(2);
  });

  it('does no harm when it is done twice, or after a crash at any delete', async () => {
    for (let crashAt = 0; ; crashAt++) {
      const run = await ended(5);
      const clean = await ended(5);
      await finishExecution(clean.ports, clean.id);
      await plant(run, [...lateChunk(run.id, 1), ...lostAttempt(run.id, 1, 'lost1')]);
      const { archive } = run;
      let deletes = 0;
      const crash = async (keys: readonly string[]): Promise<void> => {
        if (deletes++ === crashAt) throw new Error('crash');
        await archive.delete(keys);
      };
      const crashing = {
        put: archive.put.bind(archive),
        get: archive.get.bind(archive),
        range: archive.range.bind(archive),
        list: archive.list.bind(archive),
        delete: crash,
      };
      await finishExecution({ ...run.ports, archive: crashing }, run.id).catch(() => undefined);

      await finishExecution(run.ports, run.id);
      const once = run.objects.keys;
      await finishExecution(run.ports, run.id);

      const name = (keys: readonly string[], id: string) => keys.map((key) => key.replaceAll(id, ''));
      expect(run.objects.keys, `delete ${crashAt}`).toEqual(once);
      expect(name(once, run.id).length, `delete ${crashAt}`).toBe(name(clean.objects.keys, clean.id).length);
      const finished = (await run.catalog.events(run.id, 100)).filter(({ type }) => type === 'finished');
      expect(finished, `delete ${crashAt}`).toHaveLength(1);
      if (deletes <= crashAt) break;
    }
  });

  it('does nothing while the execution runs or is paused', async () => {
    const run = await started(5);
    await advance(run.ports, run.id, 1);
    await plant(run, [...lateChunk(run.id, 0), ...lostAttempt(run.id, 1, 'lost')]);
    const running = run.objects.keys;

    await finishExecution(run.ports, run.id);
    expect(run.objects.keys).toEqual(running);
    const { row } = await controlExecution(run, run.id, { type: 'pause' });
    expect((await run.drive(() => run.ports, row.lastRun)).status).toBe('paused');
    const paused = run.objects.keys;
    await finishExecution(run.ports, run.id);

    expect(run.objects.keys).toEqual(paused);
    expect(paused.every((key) => key.startsWith(executionPrefix(run.id)))).toBe(true);
    expect((await run.catalog.events(run.id, 100)).some(({ type }) => type === 'finished')).toBe(false);
  });
});
