import { describe, expect, it } from 'vitest';
import type { Plan } from '#core/archive/plan.ts';
import { describeExecution } from '#engine/overview/describe-execution.ts';
import { History } from '#test/verify/history.ts';
import { NETWORK_GONE, type ScriptedPage } from '#test/verify/scripted-worker.ts';

const SEED = 'http://a.example/';
const PAGES = Array.from({ length: 5 }, (_, n) => `http://h${n}.example/`);
const HOUR_MS = 3_600_000;

/** A seed, and pages of five hosts that find no network so often. */
async function begun(noNetwork: number, more: Readonly<Record<string, ScriptedPage>> = {}): Promise<History> {
  const pages: Readonly<Record<string, ScriptedPage>> = {
    [SEED]: { links: PAGES },
    ...Object.fromEntries(PAGES.map((url) => [url, { noNetwork }])),
    ...more,
  };
  const history = new History((url) => pages[url]);
  await history.start({ seeds: [SEED], scope: { mode: 'any' } });
  return history;
}

const summaryOf = (history: History) => {
  const { catalog, units, objects: archive, clock } = history;
  return describeExecution({ catalog, units, archive, clock } as never, history.id);
};

/** The waits until the end, in seconds. */
async function waitsOf(history: History): Promise<number[]> {
  const waits: number[] = [];
  let step = await history.advance();
  for (; step.type !== 'end'; step = await history.nextRun()) {
    if (step.type === 'crawl') await history.work(step.plan);
    else {
      waits.push(Math.round((step.until - history.clock.now()) / 1_000));
      history.clock.pass(step.until - history.clock.now() + 1);
    }
  }
  return waits;
}

describe('advance, when there is no network', () => {
  it('waits an hour, with the cause and what to do, then pauses; resume has the waits again', async () => {
    const history = await begun(21);
    const began = history.clock.now();

    const waits = await waitsOf(history);

    expect(waits).toEqual([15, 60, ...Array<number>(15).fill(240)]);
    expect(history.clock.now() - began).toBeGreaterThan(HOUR_MS);
    expect(await history.row()).toMatchObject({ status: 'paused', reason: 'network-unreachable' });
    const { cause, counts } = await summaryOf(history);
    expect(cause).toBe(
      `${NETWORK_GONE}; check the network of this machine (surf doctor looks a name up); then it can be resumed`,
    );
    expect(counts).toMatchObject({ stored: 1, failed: {}, pending: 5 });

    await history.control({ type: 'resume' });

    expect(await waitsOf(history)).toEqual([15, 60, 240]);
    expect((await history.row()).counts).toMatchObject({ stored: 6, failed: {}, pending: 0 });
    expect((await history.verify()).differences).toEqual([]);
  });

  it('shows the wait, its cause and the remedy, also to a process that continues the crawl during it', async () => {
    const history = await begun(2);
    let step = await history.advance();
    for (; step.type === 'crawl'; step = await history.nextRun()) await history.work(step.plan);

    expect(step).toMatchObject({ type: 'wait', cause: NETWORK_GONE });
    history.clock.pass(5_000);
    expect(await history.nextRun()).toEqual(step);
    const { waiting } = await summaryOf(history);
    expect(waiting).toMatchObject({ cause: NETWORK_GONE, remedy: expect.stringContaining('surf doctor') });
  });

  it('begins the waits again after a wave that settled something', async () => {
    const [first = '', ...others] = PAGES;
    const history = await begun(3, { [first]: { noNetwork: 1 } });

    expect(others).toHaveLength(4);
    expect(await waitsOf(history)).toEqual([15, 15, 60]);
  });

  it('pauses, too, where no page was stored: the crawl has had answers, and has lost nothing', async () => {
    const history = await begun(0, { [SEED]: { noNetwork: 99 } });

    expect(await history.go()).toEqual({ type: 'end', status: 'paused', reason: 'network-unreachable' });
  });

  it('gives each unit the origins that answered, of earlier waves, too', async () => {
    const history = await begun(1);
    const plans: Plan[] = [];
    let step = await history.advance();
    for (; step.type !== 'end'; step = await history.nextRun()) {
      if (step.type === 'crawl') {
        plans.push((await history.json(step.plan)) as unknown as Plan);
        await history.work(step.plan);
      } else history.clock.pass(step.until - history.clock.now() + 1);
    }

    const [first, ...later] = plans.map(({ witnesses }) => witnesses);
    expect(first).toBeUndefined();
    expect(later).toEqual(later.map(() => ['http://a.example']));
    expect(later.length).toBeGreaterThan(1);
    const frontier = await history.json((await history.row()).frontier ?? '');
    expect(frontier.witnesses).toEqual(['http://a.example', 'http://h3.example', 'http://h4.example']);
  });
});
