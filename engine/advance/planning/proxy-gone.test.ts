import { describe, expect, it } from 'vitest';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { History } from '#test/verify/history.ts';
import { PROXY_GONE, type ScriptedPage } from '#test/verify/scripted-worker.ts';

const SEED = 'http://a.example/';
const PAGE = 'http://a.example/1';

/** A seed and its page; each finds the proxy gone so often. */
function webOf({ seed, page }: { seed: number; page: number }): History {
  const pages: Readonly<Record<string, ScriptedPage>> = {
    [SEED]: { noProxy: seed, links: [PAGE] },
    [PAGE]: { noProxy: page },
  };
  return new History((url) => pages[url]);
}

const begun = async (history: History): Promise<History> => {
  await history.start({ seeds: [SEED], fetch: { proxy: 'http://proxy.example:3128' } });
  return history;
};

const summaryOf = (history: History) => {
  const { catalog, units, objects: archive, clock } = history;
  return describeExecution({ catalog, units, archive, clock } as never, history.id);
};

describe('advance, when the proxy is gone', () => {
  it('fails a crawl that has no page at once, with the proxy and what to do', async () => {
    const history = await begun(webOf({ seed: 9, page: 0 }));

    expect(await history.go()).toEqual({ type: 'end', status: 'failed', reason: 'proxy-unreachable' });
    const { cause, counts } = await summaryOf(history);
    expect(cause).toMatch(new RegExp(`^${PROXY_GONE}; check fetch\\.proxy \\(--proxy\\)`));
    expect(counts).toMatchObject({ discovered: 1, pending: 1, failed: {} });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('waits for it a little longer each time, with the cause, and continues when it is back', async () => {
    const history = await begun(webOf({ seed: 0, page: 3 }));
    const waits: (readonly [seconds: number, cause: string])[] = [];
    let step = await history.advance();
    for (; step.type !== 'end'; step = await history.nextRun()) {
      if (step.type === 'crawl') await history.work(step.plan);
      else {
        waits.push([Math.round((step.until - history.clock.now()) / 1_000), step.cause]);
        const { waiting } = await summaryOf(history);
        expect(waiting).toMatchObject({ cause: PROXY_GONE, remedy: expect.stringContaining('check fetch.proxy') });
        history.clock.pass(step.until - history.clock.now() + 1);
      }
    }

    expect(waits).toEqual([15, 60, 240].map((seconds) => [seconds, PROXY_GONE]));
    expect(step).toMatchObject({ type: 'end', status: 'succeeded' });
    expect((await history.row()).counts).toMatchObject({ stored: 2, failed: {}, pending: 0 });
  });

  it('pauses after the third wait; resume has three waits again', async () => {
    const history = await begun(webOf({ seed: 0, page: 7 }));
    const began = history.clock.now();

    expect(await history.go()).toEqual({ type: 'end', status: 'paused', reason: 'proxy-unreachable' });
    expect(history.clock.now() - began).toBeLessThan(330_000);
    expect((await summaryOf(history)).cause).toMatch(/^the proxy .+; then it can be resumed$/);

    await history.control({ type: 'resume' });

    expect(await history.go()).toMatchObject({ type: 'end', status: 'succeeded' });
    expect((await history.row()).counts).toMatchObject({ stored: 2, pending: 0 });
    expect((await history.verify()).differences).toEqual([]);
  });
});
