import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#core/bytes/digest.ts';
import { crawlUnit } from '#engine/crawl-unit/crawl-unit.ts';
import type { Script, Web } from '#test/fakes/scripted-fetcher.ts';
import { pagesOf, tasksOf, UnitBench } from '#test/fakes/unit-bench.ts';

const page: Web = (url) => ({ body: `<a href="/new${url.length}${url.slice(-3)}">x</a>` });
const fast = { politeness: { delaySeconds: 0, robots: 'ignore' } };

describe('chunks', () => {
  it('are written at 100 outcomes, in order, the last one with the unit’s report', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 250)), { workflow: fast });

    await bench.run();

    const chunks = await bench.chunks();
    expect(chunks.map(({ head, outcomes }) => [head.n, head.final, outcomes.length])).toEqual([
      [0, false, 100],
      [1, false, 100],
      [2, true, 50],
    ]);
    expect(chunks.map(({ end }) => end.hosts)).toEqual([undefined, undefined, [{ host: 'a.example', delayMs: 0 }]]);
    expect(
      chunks.every(
        ({ end, outcomes, candidates }) => end.outcomes === outcomes.length && end.candidates === candidates.length,
      ),
    ).toBe(true);
  });

  it('are written at 200 outcomes, and after two minutes, where each object is paid for', async () => {
    const outcomes = async (pages: number, politeness: object): Promise<number[]> => {
      const workflow = { politeness: { robots: 'ignore', ...politeness } };
      const bench = new UnitBench(page, tasksOf(pagesOf('a.example', pages)), { workflow });
      await bench.run({ paidByTime: true });
      return (await bench.chunks()).map((chunk) => chunk.outcomes.length);
    };

    expect(await outcomes(450, { delaySeconds: 0 })).toEqual([200, 200, 50]);
    expect(await outcomes(30, { delaySeconds: 10 })).toEqual([12, 12, 6]);
  });

  it('name size and hash of their WARC, and its records', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 3)), { workflow: fast });

    await bench.run();

    const [chunk] = await bench.chunks();
    const warc = bench.archive.objects.get(`${chunk?.base}.warc.gz`) ?? new Uint8Array(0);
    expect(chunk?.end.warc).toEqual({ bytes: warc.length, sha256: sha256Hex(warc) });
    expect(chunk?.cdxj).toHaveLength(3);
    expect(chunk?.cdxj[0]).toContain(`"filename":"${chunk?.base.split('/').at(-1)}.warc.gz"`);
  });

  it('are written at 16 MB', async () => {
    const bytes = new Uint8Array(3 * 1024 * 1024).map((_, i) => (i * i * 31) >> 3);
    const big = (): Script => ({ type: 'text/plain', body: bytes, headers: [['Content-Encoding', 'br']] });
    const bench = new UnitBench(big, tasksOf(pagesOf('a.example', 14)), { workflow: fast });

    await bench.run();

    expect((await bench.chunks()).map(({ outcomes }) => outcomes.length)).toEqual([6, 6, 2]);
  });

  it('are written at most a minute after their first line', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 15)), {
      workflow: { politeness: { delaySeconds: 10, robots: 'ignore' } },
    });
    const writtenAt: number[] = [];
    const ports = bench.ports;
    const { archive } = bench;
    const put = archive.put.bind(archive);
    archive.put = (key, parts) => {
      if (key.includes('.lines')) writtenAt.push(bench.clock.elapsed);
      return put(key, parts);
    };

    await bench.clock.run(crawlUnit(ports, bench.ticket));

    expect(writtenAt.slice(0, 2)).toEqual([58_900, 119_700]);
    expect((await bench.chunks()).length).toBe(3);
  });

  it('are written even when nothing was done', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 2)));
    bench.row = { ...bench.row, desired: 'stop' };

    await bench.run();

    const [chunk] = await bench.chunks();
    expect([chunk?.head.final, chunk?.outcomes.length, chunk?.end.warc]).toEqual([true, 2, null]);
    expect(chunk?.end.hosts).toEqual([]); // nothing was learned of it
    expect(bench.fetcher.log).toEqual([]);
  });

  it('do not stop the fetching while they are written, and are at most two at once', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 500)), { workflow: fast });
    let writing = 0;
    let most = 0;
    const put = bench.archive.put.bind(bench.archive);
    bench.archive.put = async (key, parts) => {
      if (key.endsWith('.warc.gz')) most = Math.max(most, ++writing);
      await bench.clock.sleep(3_000);
      const answer = await put(key, parts);
      if (key.includes('.lines')) writing -= 1;
      return answer;
    };

    await bench.run();

    const starts = bench.fetcher.log.map(({ startedAt }) => startedAt);
    expect(most).toBe(2);
    expect((starts[150] ?? 0) - (starts[99] ?? 0)).toBeLessThan(1_000);
    expect(await bench.chunks()).toHaveLength(6);
  });

  it('exist strictly in order', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 250)), { workflow: fast });
    const put = bench.archive.put.bind(bench.archive);
    const order: string[] = [];
    bench.archive.put = async (key, parts) => {
      await bench.clock.sleep(key.endsWith('-000000.warc.gz') ? 60_000 : 10);
      order.push(key.replace(/.*-0*(\d\.\w+).*/, '$1'));
      return put(key, parts);
    };

    await bench.run();

    expect(order.filter((name) => name.endsWith('lines'))).toEqual(['0.lines', '1.lines', '2.lines']);
    expect(order[0]).toBe('1.warc');
  });
});

describe('a crash (N11)', () => {
  const phases = [
    'unit-begin:before',
    'unit-begin:after',
    'lease:before',
    'lease:after',
    'robots-pointer:before',
    'robots-pointer:after',
    'object-write:before',
    'object-write:after',
    'release:before',
    'release:after',
    'unit-end:before',
    'unit-end:after',
    'fetch',
  ] as const;

  it.each(phases)(
    'at %s ends the unit there; what exists is a beginning of what an undisturbed unit writes',
    async (phase) => {
      const whole = new UnitBench(page, tasksOf(pagesOf('a.example', 250)), {
        workflow: { politeness: { delaySeconds: 0 } },
      });
      await whole.run();
      const expected = await whole.chunks();
      let reached = 0;
      for (let at = 1; at < 12; at++) {
        const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 250)), {
          workflow: { politeness: { delaySeconds: 0 } },
        });
        let left = at;
        const checkpoint = (name: string) => {
          if (name === phase && --left <= 0) throw new Error('killed');
        };
        const died = await bench.run({ checkpoint }).then(
          () => false,
          (error: Error) => error.message === 'killed',
        );
        if (!died) break;
        reached += 1;
        const chunks = await bench.chunks();
        const lines = (list: typeof chunks) =>
          list.map(({ head, outcomes }) => [head.n, head.final, outcomes.map(({ key }) => key)]);
        expect(lines(chunks)).toEqual(lines(expected.slice(0, chunks.length)));
        expect(bench.fetcher.inFlight).toBe(0);
      }
      expect(reached).toBeGreaterThan(0);
    },
  );

  it('between the WARC and the lines of a chunk leaves no chunk', async () => {
    const bench = new UnitBench(page, tasksOf(pagesOf('a.example', 50)), { workflow: fast });
    const checkpoint = (phase: string, detail: string) => {
      if (phase === 'object-write:after' && detail.endsWith('.warc.gz')) throw new Error('killed');
    };

    await expect(bench.run({ checkpoint })).rejects.toThrow('killed');

    expect(
      [...bench.archive.objects.keys()].filter((key) => key.includes('/chunks/')).map((key) => key.split('.')[1]),
    ).toEqual(['warc']);
    expect(await bench.chunks()).toEqual([]);
  });
});
