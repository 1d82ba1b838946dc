import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { LimitsOverride } from '#core/execution/execution.ts';
import { LEASE_MS } from '#core/politeness/hosts/host-store.ts';
import { AwsCrawl, type AwsCrawlOptions } from '#test/e2e/crawls/aws-crawl.ts';
import { type CrawlResult, crawlResult, type EndedCrawl, type RecordPorts } from '#test/e2e/crawls/crawl-record.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { crawled, type Definition } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { expectShownWhileRunning, HeldSite } from '#test/e2e/crawls/running-wave.ts';
import { Deployment } from '#test/emulator/deployment.ts';
import { PYTHON } from '#test/emulator/ministack.ts';
import { EVERYTHING } from '#test/faults/fault-plan.ts';
import { FaultProxy } from '#test/faults/fault-proxy.ts';
import { HastyClock } from '#test/hasty-clock.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';
import { whenPresent } from '#test/when-present.ts';

const WEB = {
  hosts: 5,
  pages: 90,
  seed: 11,
  redirects: [301, 302, 307, 308],
  errors: [404, 500, 403],
  duplicates: 5,
  disallowed: 3,
  outside: 4,
};

whenPresent(PYTHON, () => {
  describe('a crawl over the adapters of AWS', () => {
    const web = makeWeb(WEB);
    const open: (() => Promise<void>)[] = [];
    let site: Site;
    let embedded: CrawlResult;
    beforeAll(async () => {
      site = await startSite({ hosts: WEB.hosts, handler: web.handler });
      embedded = await crawled(definition(), (crawl) => resultOf(crawl.surf, crawl));
    });
    afterAll(() => site.close());
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close();
    });

    const definition = (change: Partial<Definition> = {}): Definition => ({
      seeds: site.origins.map((origin) => `${origin}/`),
      parallelism: 4,
      hostsPerWorker: 2,
      output: { links: 'full' },
      ...change,
    });
    const onAws = async (of: Definition, options: AwsCrawlOptions = {}, endpoint = inject('emulator')) => {
      const through = { endpoint, requestTimeoutMs: 3_000, transferTimeoutMs: 3_000 };
      const deployment = await Deployment.create(inject('emulator'), through);
      open.push(() => deployment.remove());
      const crawl = await AwsCrawl.create(deployment, of, options);
      open.push(() => crawl.close());
      return crawl;
    };

    it('ends with the tasks, outcomes, counts, records and bytes of the embedded one (N15)', async () => {
      const crawl = await onAws(definition());
      await crawl.run();
      const result = await resultOf(crawl.ports, crawl);

      expect(result).toEqual(embedded);
      expect(result.tasks.length).toBeGreaterThan(100);
      expect(new Set(result.tasks.map(([, outcome]) => outcome)).size).toBeGreaterThan(4);
    });

    it('stops at a limit and continues after it like the embedded one (N9, N10)', async () => {
      const limits: LimitsOverride = { pages: 60, depth: 4 };
      const first = definition({ limits: { pages: 25, depth: 2 } });
      const [stopped, continued] = await crawled(first, async (run) => {
        const limited = await resultOf(run.surf, run);
        await run.continue(limits);
        return [limited, await resultOf(run.surf, run)];
      });

      const crawl = await onAws(first);
      await crawl.run();
      const limited = await resultOf(crawl.ports, crawl);
      await crawl.continue(limits);
      const gone = await resultOf(crawl.ports, crawl);

      expect(limited).toEqual(stopped);
      expect(gone).toEqual(continued);
      expect([limited.status, limited.reason]).toEqual(['limited', 'pages']);
    });

    it('is the same while every eighth call fails, half of them after they were done (N11)', async () => {
      const proxy = await FaultProxy.start(inject('emulator'), { seed: 21, rates: EVERYTHING });
      open.push(() => proxy.stop());

      const crawl = await onAws(definition(), { ports: { clock: new HastyClock() } }, proxy.endpoint);
      await crawl.run();
      const result = await resultOf(crawl.ports, crawl);

      expect(result).toEqual(embedded);
      expect(Object.values(proxy.ledger.faults).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(20);
    });

    it('is restored by surf rebuild when the table of tasks is lost, under the new name of an empty one', async () => {
      const deployment = await Deployment.create(inject('emulator'));
      open.push(() => deployment.remove());
      const crawl = await AwsCrawl.create(deployment, definition());
      open.push(() => crawl.close());
      await crawl.run();
      await deployment.loseTable('tasks');
      expect(await differencesOf(deployment.ports(), crawl.id)).not.toEqual([]);

      await crawl.rebuild();

      expect(await resultOf(deployment.ports(), crawl)).toEqual(embedded);
    });

    it('asks a host again within seconds after a worker was killed with its lease', async () => {
      const killed = { at: 0, host: '', idleMs: 0 };
      let fetched = 0;
      const checkpoint = (phase: string, url: string): void => {
        if (phase !== 'fetch') return;
        fetched += 1;
        const { host } = new URL(url);
        if (host === killed.host) killed.idleMs ||= Date.now() - killed.at;
        if (fetched !== 40) return;
        Object.assign(killed, { at: Date.now(), host });
        throw new Error('killed');
      };

      const crawl = await onAws(definition({ parallelism: 1 }), { worker: { checkpoint } });
      await crawl.run();
      const result = await resultOf(crawl.ports, crawl);

      expect(result).toEqual(embedded);
      expect(killed.idleMs).toBeGreaterThan(0);
      expect(killed.idleMs).toBeLessThan(LEASE_MS / 2);
    });

    it('shows the tasks, records and explanations of durable chunks while its wave runs', async () => {
      const held = await HeldSite.start();
      open.push(() => held.site.close());
      const crawl = await onAws(held.workflow);

      const clock = new HastyClock();
      await expectShownWhileRunning({ ...crawl.ports, clock }, { id: crawl.id, held, run: crawl.run() });
    });

    it('is the same when three drive it at once and workers die (N11)', async () => {
      let deaths = 0;
      const checkpoint = (phase: string): void => {
        if (phase !== 'unit-begin:after' || deaths === 3) return;
        deaths += 1;
        throw new Error('killed');
      };

      const crawl = await onAws(definition(), { worker: { checkpoint } });
      await Promise.all([crawl.run(1), crawl.run(1), crawl.run(1)]);
      await crawl.run();
      const result = await resultOf(crawl.ports, crawl);

      expect(deaths).toBe(3);
      expect(result).toEqual(embedded);
    });
  });
});

/** @throws AssertionError unless `verify` and the ledger hold */
async function resultOf(ports: RecordPorts, crawl: EndedCrawl): Promise<CrawlResult> {
  await expectProven(ports, crawl.id);
  return crawlResult(ports, crawl);
}
