import { describe, expect, it } from 'vitest';
import type { TrailMark } from '#core/frontier/segments/manifest-skip-list.ts';
import { SEEN_RECORD_BYTES } from '#core/frontier/segments/seen-record.ts';
import { waveOf } from '#test/contract/samples.ts';
import { changeSegment } from '#test/verify/corruptions.ts';
import { History } from '#test/verify/history.ts';

const A = 'http://a.example';

async function crawled(): Promise<History> {
  const links = [`${A}/1`, `${A}/2`, `${A}/gone`, 'http://out.example/'];
  const history = new History((url) => (url === `${A}/` ? { links } : url.endsWith('/gone') ? undefined : {}));
  await history.crawl({ seeds: [`${A}/`] });
  return history;
}

const codesOf = async (history: History): Promise<string[]> =>
  (await history.verify()).differences.map(({ code }) => code);

describe('verify checks what explain finds a URL by', () => {
  it('the wave of each seen record', async () => {
    const history = await crawled();
    expect(await codesOf(history)).toEqual([]);

    await changeSegment(history, 'seen', (records) =>
      records.map((record, i) => {
        if (i > 0) return record;
        const changed = Buffer.from(record);
        changed.writeUIntLE(77, SEEN_RECORD_BYTES - 3, 3);
        return changed;
      }),
    );

    expect(await codesOf(history)).toEqual(['seen-record']);
  });

  it('the marks of each trail', async () => {
    const history = await crawled();
    const key = (await history.row()).frontier ?? '';
    await history.changeJson(key, (frontier) => {
      const [first, ...marks] = frontier.trail as TrailMark[];
      frontier.trail = [{ ...first, manifest: 'executions/x/waves/000001/other/manifest.json' }, ...marks];
    });

    expect(await codesOf(history)).toEqual(['frontier-state']);
  });

  it('the witnesses of the network: each is the origin of a page', async () => {
    const history = await crawled();
    await history.changeJson((await history.row()).frontier ?? '', (frontier) => {
      frontier.witnesses = [...(frontier.witnesses as string[]), 'http://stranger.example'];
    });

    expect(await codesOf(history)).toEqual(['frontier-state']);
  });

  it('the chunk that a row without archived answer names', async () => {
    const history = await crawled();
    const { rows } = await history.tasks.list(history.id, 100);
    const [gone] = rows.filter(({ url }) => url.endsWith('/gone'));
    expect(gone).toMatchObject({ archived: null, chunk: (await history.chunks()).at(-1) });
    expect(rows.filter(({ chunk }) => chunk !== undefined)).toHaveLength(1);

    const changed = rows
      .slice(0, 4)
      .map((row) => (row === gone ? { ...row, chunk: 'executions/x/chunks/other' } : row));
    await history.tasks.write(history.id, waveOf(changed));

    expect(await codesOf(history)).toEqual(['task-row']);
  });
});
