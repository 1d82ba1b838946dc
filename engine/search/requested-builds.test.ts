import { describe, expect, it } from 'vitest';
import { type BuildFailure, failureKey } from '#core/archive/reports/build-failure.ts';
import { codeOf, type ErrorCode } from '#core/error.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';
import { BUILD_MS, MOST_BUILDS, recordFailure, TOLD_MS } from '#engine/requested/requested-build.ts';
import { type RequestedBuild, requestedBuild } from '#engine/search/requested-builds.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryCatalog } from '#test/fakes/memory/memory-catalog.ts';
import { MemoryClaims } from '#test/fakes/memory/memory-claims.ts';

const row = sampleExecution();
const WANTED = { id: row.id, wave: row.wave };
const NAME = `executions/${row.id}/search/${String(row.wave).padStart(6, '0')}.v4`;
const START = Date.UTC(2026, 10, 25, 12);

async function deployment({ warc = true } = {}) {
  const [archive, catalog] = [new MemoryArchive(), new MemoryCatalog()];
  await catalog.saveWorkflow({
    v: 1,
    id: row.workflowId,
    version: row.workflowVersion,
    createdAt: 1,
    definition: Workflow.parse({ seeds: ['https://a.test/'], output: { warc } }),
  });
  await catalog.createExecution(row);
  const clock = { at: START, now: () => clock.at };
  const started: RequestedBuild[] = [];
  const ports = {
    archive,
    clock,
    requests: new MemoryClaims(),
    random: () => `r${Math.random().toString(36).slice(2)}`,
  };
  const build = requestedBuild({ ...ports, start: async (request) => void started.push(request) });
  const source = { catalog, archive, clock } as unknown as ExportSource;
  const ask = async (): Promise<string> => {
    const error = (await build(source, WANTED).catch((fault: unknown) => fault)) as Error;
    return `${codeOf(error)}: ${error.message}`;
  };
  const fail = async (code: ErrorCode, message = 'why'): Promise<void> => {
    const failure: BuildFailure = { at: clock.at, code, message, remedy: null };
    await recordFailure(
      { catalog, archive },
      { id: row.id, key: failureKey(NAME, started.at(-1)?.build ?? ''), failure },
    );
  };
  return { archive, catalog, clock, started, ask, fail };
}

describe('an index that another program builds', () => {
  it('is begun once by all callers who miss it, and each learns since when it is built', async () => {
    const { ask, started, clock } = await deployment();

    const answers = await Promise.all([ask(), ask(), ask()]);
    clock.at += BUILD_MS - 1;
    answers.push(await ask());

    expect(new Set(answers)).toEqual(
      new Set(['INDEX_BUILDING: the index for searches is being built since 2026-11-25 12:00:00']),
    );
    expect(started).toMatchObject([WANTED]);
  });

  it('is begun again after it failed, once callers have seen the reason for a minute', async () => {
    const { ask, fail, started, clock } = await deployment();
    await ask();
    await fail('OBJECT_CORRUPT', 'a chunk is damaged');

    const reason = await ask();
    clock.at += TOLD_MS;
    const again = await ask();

    expect(reason).toBe('OBJECT_CORRUPT: the index for searches could not be built: a chunk is damaged');
    expect([again, started.length]).toEqual([expect.stringContaining('INDEX_BUILDING'), 2]);
  });

  it('is never begun again when it is too large', async () => {
    const { ask, fail, started, clock } = await deployment();
    await ask();
    await fail('ANSWER_TOO_LARGE', 'larger than 256 MiB');

    clock.at += 48 * 3_600_000;

    expect(await ask()).toContain('ANSWER_TOO_LARGE: the index for searches could not be built: larger than 256 MiB');
    expect(started).toHaveLength(1);
  });

  it('counts as failed after sixteen minutes without a word', async () => {
    const { ask, started, clock } = await deployment();
    await ask();

    clock.at += BUILD_MS;
    const silent = await ask();
    clock.at += TOLD_MS;

    expect(silent).toContain('SEARCH_UNAVAILABLE: the index for searches could not be built: the function ended');
    expect([await ask(), started.length]).toEqual([expect.stringContaining('INDEX_BUILDING'), 2]);
  });

  it('is begun three times a day at most', async () => {
    const { ask, fail, started, clock } = await deployment();
    for (let i = 0; i < MOST_BUILDS + 2; i++) {
      await ask();
      await fail('STORE_UNAVAILABLE');
      clock.at += TOLD_MS;
    }

    expect([await ask(), started.length]).toEqual([expect.stringContaining('STORE_UNAVAILABLE'), MOST_BUILDS]);
  });

  it('is not begun where no page was kept', async () => {
    const { ask, started } = await deployment({ warc: false });

    expect([await ask(), started]).toEqual([expect.stringContaining('OUTPUT_NOT_KEPT'), []]);
  });

  it('leaves no reason behind in an execution that was deleted', async () => {
    const { ask, fail, archive, catalog } = await deployment();
    await ask();
    await catalog.deleteExecution(row.id);

    await fail('EXECUTION_NOT_FOUND');

    expect(archive.keys).toEqual([]);
  });
});
