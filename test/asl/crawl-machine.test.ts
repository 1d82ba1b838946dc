import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import type { UnitTicket } from '#core/archive/plan.ts';
import { advance } from '#engine/advance/advance.ts';
import {
  crashing,
  crawledBy,
  expectedOf,
  randomWeb,
  settledOf,
  workflowOf,
  writesOf,
} from '#test/asl/crawls/machine-crawl.ts';
import { machineOf, type TemplateMachine } from '#test/asl/machine-definition.ts';
import { beatingWorker, chain, modelWorker, pageOf } from '#test/asl/model-crawl.ts';
import { type MachineWorker, SurfMachine } from '#test/asl/surf-machine.ts';
import { amount } from '#test/campaign.ts';
import { type Script, ScriptedFetcher, type Web } from '#test/fakes/scripted-fetcher.ts';
import type { ModelPage, ModelWeb } from '#test/model/model-web.ts';
import { crawlTicket } from '../../lambdas/run/crawl-ticket.ts';
import { synthesize } from '../infra/template.ts';

let machine: TemplateMachine;
beforeAll(() => {
  machine = machineOf(synthesize().template);
});

/** Pages without links, one a host. */
const manyHosts = (count: number): ModelWeb => {
  const seeds = Array.from({ length: count }, (_, n) => `http://h${n}.test/`);
  return { seeds, pages: new Map(seeds.map((url) => [url, pageOf(url, [])])) };
};

/** `crawlUnit` itself: HTTP is scripted, all else is as in the function. */
function realWorker(web: ModelWeb): MachineWorker {
  const script = (page: ModelPage | undefined, nth: number): Script => {
    if (page?.type === 'redirect') return { status: 301, headers: [['Location', page.to]] };
    if (page?.type !== 'page') return { status: 500 };
    if (page.flaky && nth === 0) return { status: 503 };
    return { body: `<p>${page.body}</p>${page.links.map((url) => `<a href="${url}">x</a>`).join('')}` };
  };
  let fetcher: ScriptedFetcher | undefined;
  return async (ticket, surf) => {
    const answer: Web = (url, nth) => (url.endsWith('/robots.txt') ? { status: 404 } : script(web.pages.get(url), nth));
    fetcher ??= new ScriptedFetcher(surf.clock, answer);
    const { hosts, random, ports, telemetry } = surf;
    const ours = { hosts, random, fetcher: () => fetcher as ScriptedFetcher, decodeBody, plugins: [] };
    const worker = { ...ports, ...ours };
    await crawlTicket({ ports: worker, telemetry, remainingMs: 900_000 }, ticket);
  };
}

const crawled = (web: ModelWeb, options: Parameters<typeof crawledBy>[2] = {}): Promise<SurfMachine> =>
  crawledBy(machine, web, options);

describe('the synthesized state machine, run by a strict driver', () => {
  it.each(['auto', 'inline', 'distributed'] as const)('crawls as a crawl one by one does (%s map)', async (mapForm) => {
    for (const seed of [1, 2, 3]) {
      const web = randomWeb(seed);

      const surf = await crawled(web, { mapForm });

      expect(await settledOf(surf)).toEqual(expectedOf(web));
      expect((await surf.catalog.execution(surf.id)).status).toBe('succeeded');
      expect(surf.runsThat('FAILED')).toEqual([]);
    }
  });

  it('crawls with the workers of the functions, over a scripted web', async () => {
    const drawn = randomWeb(5);
    const pages = [...drawn.pages].map(([url, page]): [string, ModelPage] =>
      page.type === 'page' ? [url, { ...page, body: `body of ${url}` }] : [url, page],
    );
    const web = { ...drawn, pages: new Map(pages) }; // links are in the bytes here, so that none are the same

    const surf = await crawled(web, { worker: realWorker(web) });

    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(surf.telemetry.counts.get('Pages')).toBe((await surf.catalog.execution(surf.id)).counts.stored);
    expect(surf.telemetry.counts.get('Units')).toBe(surf.calls.get('surf-main-crawl-few-hosts'));
  });

  it('carries one wave a run, each started by name', async () => {
    const surf = await crawled(chain(5));

    const row = await surf.catalog.execution(surf.id);
    expect([...surf.steps.runs.keys()]).toEqual(Array.from({ length: 6 }, (_, n) => `${surf.id}-${n + 1}`));
    expect([row.run, row.wave]).toEqual([6, 6]);
    expect([...surf.steps.runs.values()].map(({ entered }) => entered.join(' '))).toEqual([
      ...Array.from({ length: 5 }, () => 'Advance Decide Units CrawlUnit StartNextRun'),
      'Advance Decide Finish',
    ]);
  });

  it('keeps payloads below 2 KB, for 40 units in the run and for 1,000 in children', async () => {
    const small = await crawled(manyHosts(40), { workflow: { parallelism: 40 } });
    const large = await crawled(manyHosts(1_000), { workflow: { parallelism: 1_000 } });

    const first = large.steps.runs.get(`${large.id}-1`);
    expect(small.steps.runs.get(`${small.id}-1`)?.children).toEqual([]);
    expect(first?.children).toHaveLength(1_000);
    expect(first?.entered).toEqual(['Advance', 'Decide', 'ManyUnits', 'StartNextRun']);
    expect(first?.children.map(({ output }) => output)).toEqual(Array.from({ length: 1_000 }, () => ({})));
    expect(small.largestPayload).toBeLessThan(2_048);
    // The results of a thousand children, `{}` each, are the one thing that grows: with
    // parallelism, which ends at 1,000.
    expect(large.largestPayload).toBeLessThan(4_096);
    expect(large.longestHistory).toBeLessThan(50);
    expect((await settledOf(large)).length).toBe(1_000);
  });

  it('bills the transitions that advance counted', async () => {
    const surf = await crawled(chain(3));

    const runs = [...surf.steps.runs.values()];
    expect(runs.map(({ transitions }) => transitions)).toEqual([5, 5, 5, 3]);
  });

  it('waits until a time, and starts the next run then', async () => {
    const web = randomWeb(7);
    const flaky = { ...web, pages: new Map([...web.pages].map(([url, page]) => [url, flakyOf(page)])) };

    const surf = await crawled(flaky);

    const waits = [...surf.steps.runs.values()].filter(({ entered }) => entered.includes('Wait'));
    expect(waits.length).toBeGreaterThan(0);
    expect(await settledOf(surf)).toEqual(expectedOf(flaky));
  });

  it('runs each of many waves in a separate run, none with a history that grows', async () => {
    const waves = amount({ gate: 80, campaign: 2_000 });
    const surf = await crawled(chain(waves), { workflow: { limits: { depth: null, pages: null } } });

    expect(surf.steps.runs.size).toBe(waves + 1);
    expect(surf.longestHistory).toBeLessThan(30);
    expect(surf.largestPayload).toBeLessThan(2_048);
    expect((await surf.catalog.execution(surf.id)).counts).toMatchObject({ stored: waves, pending: 0 });
  });
});

const flakyOf = (page: ModelPage): ModelPage => (page.type === 'page' ? { ...page, flaky: true } : page);

describe('what dies', () => {
  it('is a worker: its unit is marked and planned again in halves; nothing is lost or doubled', async () => {
    const web = randomWeb(11);
    const dies = ({ wave, unit }: UnitTicket): boolean => (wave === 1 || wave === 4) && unit === 0;

    for (const mapForm of ['inline', 'distributed'] as const) {
      const surf = await crawled(web, { mapForm, worker: modelWorker(web, dies) });

      expect(surf.calls.get('surf-main-mark-died')).toBe(2);
      expect(await settledOf(surf)).toEqual(expectedOf(web));
      expect(surf.runsThat('FAILED')).toEqual([]);
    }
  });

  it('is a worker that never starts because there is no room: it is tried again, and its tasks are not halved', async () => {
    const web = manyHosts(4);
    let refusals = 0;
    const surf = await crawled(web, {
      interfere: ({ state }) => (state === 'CrawlUnit' && refusals++ < 6 ? 'throttled' : undefined),
    });

    expect(surf.calls.get('surf-main-mark-died')).toBeUndefined();
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('is a worker that never starts for very long: its unit is not dead, and its tasks are planned again as they are', async () => {
    const web = manyHosts(4);
    const surf = await crawled(web, {
      interfere: ({ run, state }) => (state === 'CrawlUnit' && run.name.endsWith('-1') ? 'throttled' : undefined),
    });

    expect(surf.telemetry.counts.get('UnitsNotStarted')).toBe(4);
    expect(surf.telemetry.counts.get('UnitsDied')).toBeUndefined();
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect((await surf.catalog.events(surf.id, 100)).filter(({ type }) => type === 'died')).toEqual([]);
  });

  it('is a worker whose answer is lost after all its work: what it wrote counts', async () => {
    const web = randomWeb(12);
    const surf = await crawled(web, {
      interfere: ({ state }) => (state.startsWith('CrawlUnit') ? 'answer-lost' : undefined),
    });

    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('is the mark itself: the unit has no report then, and its tasks are planned again', async () => {
    const web = randomWeb(13);
    const surf = await crawled(web, {
      worker: modelWorker(web, ({ wave, unit }) => wave === 1 && unit === 0),
      interfere: ({ state }) => (state.startsWith('MarkDied') ? 'dies-at-start' : undefined),
    });

    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(surf.runsThat('FAILED')).toEqual([]);
  });
});

describe('Advance', () => {
  it.each(['before', 'after'] as const)('may crash right %s any of its writes, in any run', async (when) => {
    const web = randomWeb(21, amount({ gate: 9, campaign: 25 }));
    const expected = expectedOf(web);
    const writes = await writesOf((advancePorts) => crawled(web, { advancePorts }));
    expect(writes).toBeGreaterThan(30);

    for (let write = 0; write < writes; write++) {
      const surf = await crawled(web, { advancePorts: crashing({ write, when }) });

      expect(await settledOf(surf), `write ${write}`).toEqual(expected);
      expect((await surf.catalog.execution(surf.id)).status).toBe('succeeded');
    }
  });

  it.each(['doubled', 'answer-lost', 'dies-at-start'] as const)('may be %s in every run', async (how) => {
    const web = randomWeb(22);
    const tries = new Map<string, number>();
    const surf = await crawled(web, {
      interfere: ({ run, state }) => {
        if (state !== 'Advance') return undefined;
        tries.set(run.name, (tries.get(run.name) ?? 0) + 1);
        return how === 'doubled' || tries.get(run.name) === 1 ? how : undefined;
      },
    });

    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect((await surf.catalog.execution(surf.id)).wave).toBe(surf.steps.runs.size);
  });

  it.each(['dies-at-start', 'throttled'] as const)(
    'that is %s for good ends its run; the first look of the watchdog starts one',
    async (how) => {
      const web = randomWeb(23);
      const surf = await crawled(web, {
        interfere: ({ run, state }) => (state === 'Advance' && run.name.endsWith('-2') ? how : undefined),
      });

      expect(surf.runsThat('FAILED')).toEqual([`${surf.id}-2`]);
      expect(surf.steps.runs.get(`${surf.id}-2`)?.entered).toEqual(['Advance']);
      expect(await settledOf(surf)).toEqual(expectedOf(web));
      const texts = (await surf.catalog.events(surf.id, 100)).map(({ text }) => text);
      const started = [...surf.steps.runs.keys()][2]?.slice(surf.id.length + 1);
      expect(texts.filter((text) => text.startsWith('watchdog'))).toEqual([
        `watchdog: run ${started} started, running past its deadline`,
      ]);
    },
  );

  it('that fails for good is called again at once by a resume', async () => {
    const web = randomWeb(23);
    const surf = new SurfMachine({
      machine,
      worker: modelWorker(web),
      interfere: ({ run, state }) => (state === 'Advance' && run.name.endsWith('-2') ? 'throttled' : undefined),
    });
    await surf.start(workflowOf(web));
    await surf.settle();

    await surf.control({ type: 'resume' });
    await surf.settle();

    expect(surf.runsThat('FAILED')).toEqual([`${surf.id}-2`]);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });
});

describe('Finish', () => {
  it('that fails ten times in a row is called again within a day, and finishes the crawl once', async () => {
    const web = randomWeb(24);
    let failures = 0;
    const surf = await crawled(web, {
      interfere: ({ state }) => (state === 'Finish' && failures++ < 10 ? 'dies-at-start' : undefined),
    });

    const types = (await surf.catalog.events(surf.id, 1_000)).map(({ type }) => type);
    expect([failures, types.filter((type) => type === 'finished')]).toEqual([11, ['finished']]);
    expect(surf.runsThat('FAILED')).toEqual([]);
    expect(surf.clock.elapsed).toBeLessThan(86_400_000);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });
});

describe('from outside', () => {
  it('a stop during a wait ends it at once; the run that the waiting one begins gives up', async () => {
    const web = {
      ...chain(1),
      pages: new Map([['http://h.test/0', { ...pageOf('x', []), flaky: true } as ModelPage]]),
    };
    const surf = new SurfMachine({ machine, worker: modelWorker(web) });
    await surf.start(workflowOf(web));
    await surf.clock.run(untilWaiting(surf));

    await surf.control({ type: 'stop' });
    await surf.settle();

    const row = await surf.catalog.execution(surf.id);
    expect(row.status).toBe('stopped');
    expect(surf.runsThat('FAILED')).toEqual([]);
    const waited = [...surf.steps.runs.values()].find(({ entered }) => entered.includes('Wait'));
    expect(waited?.entered).toEqual(['Advance', 'Decide', 'Wait', 'StartNextRun']);
    expect([...surf.steps.runs.values()].at(-1)?.entered).toEqual(['Advance', 'Decide', 'Done']);
  });

  it('an aborted map loses nothing: the watchdog starts the next run, late chunks of cancelled workers are garbage', async () => {
    for (const mapForm of ['inline', 'distributed'] as const) {
      const web = randomWeb(31);
      const surf = new SurfMachine({ machine, mapForm, worker: modelWorker(web) });
      await surf.start(workflowOf(web));
      await surf.clock.run(surf.clock.sleep(500)); // in the middle of the first map
      expect(surf.steps.runs.get(`${surf.id}-1`)?.entered).not.toContain('StartNextRun');

      surf.steps.stop(`${surf.id}-1`);
      await surf.settleWithWatchdog();

      expect(surf.runsThat('ABORTED')).toEqual([`${surf.id}-1`]);
      expect(await settledOf(surf)).toEqual(expectedOf(web));
    }
  });

  it.each([
    ['three calls for the next run', [1, 1, 1]],
    ['calls for the next three runs', [1, 2, 3]],
    ['a call three runs ahead', [3]],
  ])('%s of advance, ahead of the machine, lose nothing and do nothing twice', async (_, ahead) => {
    const { surf, asked, web } = await calledAhead(ahead);
    const [crawlMs, graceMs, watchMs] = [40_000, 120_000, 300_000];

    await surf.settleBesideWatchdog(1);

    expect(asked).toEqual([...web.pages.keys()]);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    const events = await surf.catalog.events(surf.id, 100);
    const lateMs = events.flatMap(({ text, at }, i) =>
      text.startsWith('watchdog') ? [at - (events[i - 1]?.at ?? 0)] : [],
    );
    expect(lateMs).toHaveLength(ahead.includes(3) ? 1 : 0);
    for (const ms of lateMs) expect(ms).toBeLessThanOrEqual(crawlMs + graceMs + watchMs);
  });

  it('a resume continues at once what calls of advance, ahead of the machine, have left without a run', async () => {
    const { surf, asked, web } = await calledAhead([3]);
    await surf.settle();
    expect(await surf.catalog.execution(surf.id)).toMatchObject({ status: 'running', run: 5 });

    await surf.control({ type: 'resume' });
    await surf.settle();

    expect(asked).toEqual([...web.pages.keys()]);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('a second start of a run that exists changes nothing', async () => {
    const web = randomWeb(32);
    const surf = new SurfMachine({ machine, worker: modelWorker(web) });
    await surf.start(workflowOf(web));
    await surf.runner.start(surf.id, 1);
    await surf.settle();

    expect(surf.calls.get('surf-main-advance')).toBe(surf.steps.runs.size);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });
});

/**
 * A crawl in its second wave. `advance` is called by hand for runs ahead of the machine, at once.
 * @param ahead how far ahead of the last run each call is
 */
async function calledAhead(ahead: readonly number[]) {
  const web = chain(5);
  const asked: string[] = [];
  const surf = new SurfMachine({ machine, worker: beatingWorker(web, 4_000, (url) => asked.push(url)) });
  await surf.start(workflowOf(web));
  await surf.clock.run(surf.clock.sleep(6_000));
  const { lastRun } = await surf.catalog.execution(surf.id);
  await surf.clock.run(Promise.all(ahead.map((runs) => advance(surf.ports, surf.id, lastRun + runs))));
  return { surf, asked, web };
}

async function untilWaiting(surf: SurfMachine): Promise<void> {
  while ((await surf.catalog.execution(surf.id)).status !== 'waiting') await surf.clock.sleep(500);
}
