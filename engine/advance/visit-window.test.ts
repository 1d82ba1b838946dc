import { describe, expect, it } from 'vitest';
import { nextOpen, type VisitWindow } from '#core/politeness/visits/visit-window.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const HOUR = 3_600_000;
const hoursFrom = (now: number, opens: number, closes: number): VisitWindow => {
  const text = (at: number): string => new Date(at).toISOString().slice(11, 16);
  return { from: text(now + opens * HOUR), to: text(now + closes * HOUR), zone: 'UTC' };
};

/** A small web of three levels. */
const PAGES: Readonly<Record<string, ScriptedPage>> = {
  'http://a.example/': { links: ['http://a.example/1', 'http://a.example/2'] },
  'http://a.example/1': { links: ['http://a.example/3'] },
  'http://a.example/2': { deferred: 1 },
  'http://a.example/3': {},
};

describe('advance and the hours of a crawl (G7)', () => {
  it('plans no wave outside of them, says what it waits for, and ends as without them', async () => {
    const history = new History((url) => PAGES[url]);
    const window = hoursFrom(history.clock.now(), 5, 7);
    await history.start({ seeds: ['http://a.example/'], politeness: { delaySeconds: 0, window } });

    const first = await history.advance();
    expect(first).toEqual({
      type: 'wait',
      until: nextOpen(window, history.clock.now()),
      cause: `outside of ${window.from}-${window.to} UTC`,
    });
    expect((await history.row()).status).toBe('waiting');

    expect(await history.go()).toMatchObject({ type: 'end', status: 'succeeded' });
    for (const { manifest } of await history.manifests()) {
      if (manifest.chunks.length > 0)
        expect(nextOpen(window, manifest.closedAt - 1_000)).toBe(manifest.closedAt - 1_000);
    }
    expect((await history.row()).counts).toMatchObject({ discovered: 4, stored: 4, pending: 0 });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('keeps a level open for what the end of the hours parked', async () => {
    const history = new History((url) => PAGES[url]);
    const closes = history.clock.now() + HOUR - (history.clock.now() % 60_000);
    const window = hoursFrom(closes, -2, 0);
    await history.start({ seeds: ['http://a.example/'], politeness: { delaySeconds: 0, patienceSeconds: 60, window } });
    await history.go(1);
    history.clock.pass(closes - history.clock.now() - 500); // the second wave ends when the hours have ended

    expect(await history.go()).toMatchObject({ status: 'succeeded' });

    const waves = (await history.manifests()).map(({ manifest }) => manifest);
    const outcomes = waves.map(({ chunks }) => chunks.reduce((sum, chunk) => sum + chunk.outcomes, 0));
    // seed; 1 and 2, which is deferred beyond the patience; the wait; 2 alone on the next day; 3
    expect(outcomes).toEqual([0, 1, 2, 0, 1, 1]);
    expect((waves[4]?.closedAt ?? 0) - closes).toBeGreaterThan(21 * HOUR);
    expect((await history.verify()).differences).toEqual([]);
  });
});
