import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { UnitTicket } from '#core/archive/plan.ts';
import { SurfError } from '#core/error.ts';
import { hasEnded } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { AdvancePorts } from '#engine/advance/ports.ts';
import {
  crashing,
  crawledBy,
  expectedOf,
  randomWeb,
  settledOf,
  workflowOf,
  writesOf,
} from '#test/asl/crawls/machine-crawl.ts';
import type { TemplateMachine } from '#test/asl/machine-definition.ts';
import { beatingWorker, chain, fan, modelWorker, pageOf } from '#test/asl/model-crawl.ts';
import { type MachineWorker, SurfMachine } from '#test/asl/surf-machine.ts';
import { amount } from '#test/campaign.ts';
import type { ModelPage, ModelWeb } from '#test/model/model-web.ts';
import { crawlDefinition } from '../../../infra/constructs/machine/crawl-definition.ts';

const ARN = 'arn:aws:states:eu-central-1:111122223333:stateMachine:surf-main-crawl';
const fn = (name: string): string => `arn:aws:lambda:eu-central-1:111122223333:function:surf-main-${name}`;
const machine: TemplateMachine = {
  arn: ARN,
  bucket: 'archive',
  definition: crawlDefinition({
    partition: 'aws',
    machineArn: ARN,
    bucket: 'archive',
    workerSeconds: 840,
    controlSeconds: 900,
    advanceArn: fn('advance'),
    markDiedArn: fn('mark-died'),
    finishArn: fn('finish'),
  }),
};

const crawled = (web: ModelWeb, options: Parameters<typeof crawledBy>[2] = {}): Promise<SurfMachine> =>
  crawledBy(machine, web, { small: true, ...options, workflow: { hostsPerWorker: 100, ...options.workflow } });

const entered = (surf: SurfMachine): string[] => [...surf.steps.runs.values()].map((run) => run.entered.join(' '));

/** As the execution was charged for them. */
async function chargedTransitions(surf: SurfMachine): Promise<number> {
  const { frontier } = await surf.catalog.execution(surf.id);
  const { usage } = JSON.parse(Buffer.from(await surf.archive.get(frontier ?? '')).toString()) as Frontier;
  return usage.transitions;
}

const lastEventOf = async (surf: SurfMachine): Promise<string | undefined> =>
  (await surf.catalog.events(surf.id, 1_000)).at(-1)?.type;

const billedTransitions = (surf: SurfMachine): number =>
  [...surf.steps.runs.values()].reduce((sum, { transitions }) => sum + transitions, 0);

/**
 * Answers some seconds after its unit has ended, so that the other call of a doubled event sees the
 * end first; a call for a unit that has begun answers at once, as workers do.
 * @param lineBytes that it answers for that wave
 */
function lateAnswers(work: MachineWorker, lineBytes: (wave: number) => number = () => 0): MachineWorker {
  const begun = new Set<number>();
  return async (ticket, surf) => {
    const { wave } = ticket;
    if (begun.has(wave)) return { lineBytes: 0 };
    begun.add(wave);
    await work(ticket, surf);
    await surf.clock.sleep(3_000);
    return { lineBytes: lineBytes(wave) };
  };
}

/** One page has so many long links out of the scope: more than a kilobyte of lines each. */
function withLongLinks(web: ModelWeb, url: string, count: number): ModelWeb {
  const words = (n: number): string =>
    Array.from({ length: 18 }, (_, i) => createHash('sha512').update(`${n}-${i}`).digest('base64url')).join('');
  const links = Array.from({ length: count }, (_, n) => `http://outside.test/${words(n)}`);
  const page = web.pages.get(url);
  const all = page?.type === 'page' ? [...page.links, ...links] : links;
  return { ...web, pages: new Map([...web.pages, [url, pageOf(url, all)]]) };
}

/** A random web whose pages answer the first time: waits are for the machine. */
const calmWeb = (seed: number): ModelWeb => {
  const web = randomWeb(seed);
  const calm = ([url, page]: [string, ModelPage]): [string, ModelPage] => [
    url,
    page.type === 'page' ? { ...page, flaky: false } : page,
  ];
  return { ...web, pages: new Map([...web.pages].map(calm)) };
};

describe('a small crawl', () => {
  it('is carried by one call, wave after wave, and is what a crawl one by one is', async () => {
    for (const seed of [1, 2, 3]) {
      const web = calmWeb(seed);

      const surf = await crawled(web);

      expect(entered(surf)).toEqual([]);
      expect(await settledOf(surf)).toEqual(expectedOf(web));
      expect((await surf.catalog.execution(surf.id)).wave).toBeGreaterThan(2);
      expect(await chargedTransitions(surf)).toBe(billedTransitions(surf));
    }
  });

  it('has one object a wave beside what workers wrote, and readers find all that is in it', async () => {
    const web = calmWeb(2);

    const surf = await crawled(web);

    const { wave } = await surf.catalog.execution(surf.id);
    const written = surf.objects.keys.filter((key) => !key.includes('/chunks/'));
    expect(written.map((key) => key.split('/').slice(2).join('/').replace(/r\d+/, 'r'))).toEqual([
      'manifest.jsonl',
      ...Array.from({ length: wave }, (_, n) => `waves/00000${n + 1}/00000${n + 1}.r.pack/objects`),
    ]);
  });

  it.each(['before', 'after'] as const)('may crash right %s its writes', async (when) => {
    const web = calmWeb(21);
    const expected = expectedOf(web);
    const writes = await writesOf((advancePorts) => crawled(web, { advancePorts }));
    expect(writes).toBeGreaterThan(20);

    for (let write = 0; write < writes; write += amount({ gate: 4, campaign: 1 })) {
      const surf = await crawled(web, { advancePorts: crashing({ write, when }) });

      expect(await settledOf(surf), `write ${write}`).toEqual(expected);
      // The call after the one that ended the crawl: that one may have died of finishing.
      expect(['', 'Begin Decide Finish'], `write ${write}`).toContain(entered(surf).join());
      expect(await lastEventOf(surf), `write ${write}`).toBe('finished');
    }
  });

  it.each(['twice', 'at-second-try'] as const)('may begin %s', async (begins) => {
    const web = randomWeb(22);
    const surf = await crawled(web, { begins });

    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(surf.runsThat('FAILED')).toEqual([]);
  });

  it('whose event comes twice asks for no page twice, however long its unit takes', async () => {
    const web = chain(3);
    const asked: string[] = [];
    const worker = beatingWorker(web, 40_000, (url) => asked.push(url));

    const surf = await crawled(web, { begins: 'twice', worker });

    expect(asked).toEqual([...web.pages.keys()]);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect((await surf.catalog.execution(surf.id)).counts).toMatchObject({ stored: 3, pending: 0 });
  });

  it('that has ended at a limit stays as it ended when its event comes again', async () => {
    const web = fan(2_100);
    const workflow = { limits: { depth: null, pages: 1 } };
    const once = await crawled(web, { workflow });

    const again = await crawled(web, { workflow, begins: 'again' });

    const [expected, row] = await Promise.all([once, again].map(({ catalog, id }) => catalog.execution(id)));
    expect(again.calls.get('surf-main-crawl-small')).toBe(2);
    expect(entered(again)).toEqual([]);
    expect(row).toMatchObject({ status: 'limited', reason: 'pages', counts: { discovered: 2_101, stored: 1 } });
    expect([row?.wave, row?.lastRun, row?.endedAt]).toEqual([expected?.wave, 1, expected?.endedAt]);
  });

  it('leaves a wave of the machine to its workers when its event comes again and its addresses are many', async () => {
    const web = fan(2_100);
    const workflow = { limits: { depth: null, pages: 60 }, unitSeconds: 840 };
    const asked: string[] = [];
    const options = () => ({ workflow, worker: beatingWorker(web, 40_000, (url) => asked.push(url)) });
    const once = await crawled(web, options());
    const pages = asked.splice(0);

    const again = await crawled(web, { ...options(), begins: 'again' });

    const [expected, row] = await Promise.all([once, again].map(({ catalog, id }) => catalog.execution(id)));
    expect(again.calls.get('surf-main-crawl-small')).toBe(2);
    expect([row?.wave, row?.counts, entered(again)]).toEqual([expected?.wave, expected?.counts, entered(once)]);
    expect([asked, asked.length]).toEqual([pages, 60]);
  });

  it('gives the machine the wave that it planned when it could not start the run at its first try', async () => {
    const web = fan(2_100);
    const surf = new SurfMachine({ machine, small: true, worker: modelWorker(web) });
    const { continueWith } = surf.runner;
    surf.runner.continueWith = () => {
      surf.runner.continueWith = continueWith;
      return Promise.reject(new SurfError('STORE_THROTTLED', 'Rate Exceeded.'));
    };
    await surf.start(workflowOf(web, { hostsPerWorker: 100, limits: { depth: null, pages: 60 } }));

    await surf.settle();

    const [first] = surf.steps.runs.values();
    expect([first?.name, first?.entered[1]]).toEqual([`${surf.id}-1`, 'Decide']);
    expect(await surf.catalog.execution(surf.id)).toMatchObject({ status: 'limited', counts: { stored: 60 } });
  });

  it('with more lines than its function closes goes to one run of the machine when its event comes twice', async () => {
    const web = withLongLinks(chain(6), 'http://h.test/1', 300);
    const worker = (): MachineWorker => lateAnswers(modelWorker(web), (wave) => (wave === 2 ? 1_000_000 : 0));
    const once = await crawled(web, { worker: worker() });

    const twice = await crawled(web, { worker: worker(), begins: 'twice' });

    const [expected, row] = await Promise.all([once, twice].map(({ catalog, id }) => catalog.execution(id)));
    expect([row?.wave, entered(twice)]).toEqual([expected?.wave, entered(once)]);
    expect(await settledOf(twice)).toEqual(expectedOf(web));
  });

  it('has each page requested once when one call of a doubled event is slow and the other is not', async () => {
    const web = chain(6);
    const asked: string[] = [];
    const ask = (url: string): unknown => asked.push(url);
    const work: MachineWorker = (ticket, surf) =>
      beatingWorker(web, ticket.wave === 2 ? 62_000 : 20_000, ask)(ticket, surf);

    const surf = await crawled(web, { worker: lateAnswers(work), begins: 'twice' });

    expect(asked).toEqual([...web.pages.keys()]);
    expect(entered(surf)).toEqual([]); // no run of the machine: the crawl stayed small
    expect((await surf.catalog.execution(surf.id)).wave).toBe(web.pages.size + 1);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('has each page requested once when one call of a doubled event finds no room for the worker', async () => {
    const web = chain(6);
    const asked: string[] = [];
    const work = lateAnswers(beatingWorker(web, 40_000, (url) => asked.push(url)));
    let refused = 0;
    const worker: MachineWorker = (ticket, surf) => {
      if (ticket.wave === 2 && refused++ === 0) throw new SurfError('STORE_THROTTLED', 'Rate Exceeded.');
      return work(ticket, surf);
    };

    const surf = await crawled(web, { worker, begins: 'twice' });

    expect(asked).toEqual([...web.pages.keys()]);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('whose event comes after the watchdog has started a run is left to that run', async () => {
    const web = randomWeb(24);
    const surf = new SurfMachine({ machine, small: true, worker: modelWorker(web), begins: 'late' });
    await surf.start(workflowOf(web, { hostsPerWorker: 100 }));

    await surf.settleBesideWatchdog(3);

    expect([...surf.steps.runs.keys()][0]).toBe(`${surf.id}-3`);
    expect(surf.calls.get('surf-main-crawl-small')).toBe(1);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('whose call cannot finish it is finished by the machine', async () => {
    const checkpoint = (phase: string): void => {
      if (phase === 'finish:before') throw new Error('no memory for it');
    };

    const surf = await crawled(calmWeb(2), { advancePorts: (ports) => ({ ...ports, checkpoint }) });

    expect(entered(surf)).toEqual(['Begin Decide Finish']);
    expect(await lastEventOf(surf)).toBe('finished');
  });

  it('whose call dies after it ended is finished by the machine: the next call does not try', async () => {
    let ends = 0;
    const dying = (ports: AdvancePorts): AdvancePorts => ({
      ...ports,
      checkpoint: async (phase) => {
        if (phase !== 'projection:before') return;
        const { status } = await ports.catalog.execution(surf.id);
        if (hasEnded(status) && ends++ === 0) throw new Error('it dies');
      },
    });
    const web = calmWeb(2);
    const surf = new SurfMachine({ machine, small: true, worker: modelWorker(web), advancePorts: dying });
    await surf.start(workflowOf(web, { hostsPerWorker: 100 }));

    await surf.settle();

    expect(entered(surf)).toEqual(['Begin Decide Finish']);
    expect(await lastEventOf(surf)).toBe('finished');
  });

  it('that keeps external links is finished by the machine, which has the memory for it', async () => {
    const web = calmWeb(2);

    const surf = await crawled(web, { workflow: { external: { keep: true } } });

    expect(entered(surf)).toEqual(['Begin Decide Finish']);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('that never begins is continued by the run that the watchdog starts', async () => {
    const web = randomWeb(23);
    const surf = await crawled(web, { begins: 'never' });

    expect([...surf.steps.runs.keys()][0]).toBe(`${surf.id}-3`);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('marks a unit whose worker died: it is planned again in halves, and nothing is lost or doubled', async () => {
    const web = randomWeb(11);
    const dies = ({ wave }: UnitTicket): boolean => wave === 1 || wave === 3;

    const surf = await crawled(web, { worker: modelWorker(web, dies) });

    expect(surf.calls.get('surf-main-mark-died')).toBe(2);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    const events = await surf.catalog.events(surf.id, 100);
    expect(events.filter(({ type }) => type === 'died')).toHaveLength(2);
  });

  it('is left to the machine where its wave is not small, and only then', async () => {
    const web = fan(41);

    const surf = await crawled(web);

    expect(entered(surf)[0]).toBe('Begin Decide Units CrawlUnit StartNextRun');
    expect(
      entered(surf)
        .slice(1)
        .every((states) => states.startsWith('Begin Advance Decide')),
    ).toBe(true);
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(await chargedTransitions(surf)).toBe(billedTransitions(surf));
  });

  it('is left to the next run from its first wave on when it has many seeds', async () => {
    const seeds = Array.from({ length: 101 }, (_, n) => `http://h.test/${n}`);
    const web: ModelWeb = { seeds, pages: new Map(seeds.map((url) => [url, pageOf(url, [])])) };

    const surf = await crawled(web);

    expect(entered(surf)[0]).toContain('Begin Advance');
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(await chargedTransitions(surf)).toBe(billedTransitions(surf));
  });

  it('is left to the next run when a unit found more links than its memory is for', async () => {
    const web = chain(4);
    const work = modelWorker(web);
    const surf = await crawled(web, {
      worker: async (ticket, of) => {
        await work(ticket, of);
        return { lineBytes: ticket.wave === 2 ? 1_000_000 : 0 };
      },
    });

    expect(entered(surf)[0]).toContain('Begin Advance');
    expect(await settledOf(surf)).toEqual(expectedOf(web));
    expect(await chargedTransitions(surf)).toBe(billedTransitions(surf));
  });

  it('continues in the machine after a slow wave: its states cost less than waiting', async () => {
    const web = chain(3);
    const work = modelWorker(web);
    const surf = await crawled(web, {
      worker: async (ticket, of) => {
        if (ticket.wave === 1) await of.clock.sleep(61_000);
        return work(ticket, of);
      },
    });

    expect(entered(surf)[0]).toBe('Begin Decide Units CrawlUnit StartNextRun');
    expect(await settledOf(surf)).toEqual(expectedOf(web));
  });

  it('is crawled by the machine near the end of its budget: no unit reserves what waiting costs', async () => {
    const surf = await crawled(chain(2), { workflow: { limits: { depth: null, pages: null, budgetUsd: 0.009 } } });

    expect(entered(surf)[0]).toBe('Begin Decide Units CrawlUnit StartNextRun');
    expect(await settledOf(surf)).toEqual(expectedOf(chain(2)));
  });

  it('ends when it is stopped while a worker works: the run of the stop has replaced it', async () => {
    const web = chain(5);
    const surf = new SurfMachine({ machine, small: true, worker: modelWorker(web) });
    await surf.start(workflowOf(web));
    await surf.clock.run(surf.clock.sleep(1_500)); // in the second wave

    await surf.control({ type: 'stop' });
    await surf.settle();

    expect((await surf.catalog.execution(surf.id)).status).toBe('stopped');
    expect(entered(surf)).toEqual(['Begin Advance Decide Finish']);
  });
});
