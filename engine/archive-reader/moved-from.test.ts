import { describe, expect, it } from 'vitest';
import type { TaskRow } from '#core/execution/task-index.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { movedFrom } from '#engine/archive-reader/moved-from.ts';
import { SettledRows } from '#engine/list-tasks/settled-rows.ts';
import { EXECUTION, sampleExecution, sampleTask, waveOf } from '#test/contract/samples.ts';
import { MemoryArchive } from '#test/fakes/memory/memory-archive.ts';
import { MemoryTaskIndex } from '#test/fakes/memory/memory-task-index.ts';

const URLS = ['a', 'b', 'c', 'd'].map((name) => `http://${name}.test/`);
const at = (i: number): string => URLS[i] ?? '';

/** Rows of a chain a → b → c → … with these statuses; the last one is a page. */
function chain(...statuses: readonly number[]): TaskRow[] {
  return statuses.map((status, i) => ({
    ...sampleTask(i),
    key: urlKeyOf(at(i)),
    url: at(i),
    via: i === 0 ? null : urlKeyOf(at(i - 1)),
    status,
    outcome: i === statuses.length - 1 ? { type: 'stored' } : { type: 'redirected', to: urlKeyOf(at(i + 1)) },
  }));
}

async function movedOf(rows: readonly TaskRow[]): Promise<Record<string, string>> {
  const tasks = new MemoryTaskIndex();
  await tasks.write(EXECUTION, waveOf(rows));
  const execution = sampleExecution({ id: EXECUTION, wave: 0, projected: 0, manifest: null });
  const settled = await SettledRows.open({ tasks, archive: new MemoryArchive() }, execution);
  return Object.fromEntries(await movedFrom(settled, rows.slice(-1)));
}

describe('where a page has moved from (I1)', () => {
  it.each([
    [[301, 200], 'http://a.test/'],
    [[308, 200], 'http://a.test/'],
    [[301, 308, 301, 200], 'http://a.test/'],
    [[302, 301, 200], 'http://b.test/'],
  ])('of redirects %j is %s', async (statuses, from) => {
    const rows = chain(...statuses);

    expect(await movedOf(rows)).toEqual({ [rows.at(-1)?.key ?? '']: from });
  });

  it.each([[[302, 200]], [[303, 200]], [[307, 200]], [[301, 302, 200]], [[200]]])(
    'of redirects %j is nowhere: the record stays',
    async (statuses) => {
      expect(await movedOf(chain(...statuses))).toEqual({});
    },
  );

  it('counts only for the page that the redirect led to, not for those that it links', async () => {
    const [moved, page] = chain(301, 200);
    const linked = sampleTask(9, { via: page?.key ?? null });

    expect(await movedOf([moved, page, linked].flatMap((row) => row ?? []))).toEqual({});
  });
});
