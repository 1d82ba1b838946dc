import { describe, expect, it } from 'vitest';
import { DeployedCollection } from '#test/deploy/deployed/deployed-collection.ts';
import { importanceAtDeployment } from '#test/deploy/deployed/deployed-importance.ts';
import { type DeployedPlace, isSubject, sampleAtDeployment } from '#test/deploy/deployed/deployed-sample.ts';
import { DUE, killedTick, NEW, PAGES, STORED, UNITS } from '#test/deploy/deployed/killed-tick.ts';
import { startSite } from '#test/site/site.ts';
import { ChangingSite } from '#test/site/sites/changing-site.ts';

/** For a machine that does much else. */
const PATIENCE_MS = 15 * 60_000;

/** Crawls that come back, and samples: what is seen of them at a deployment. */
export function crawlModesSuite(deployment: () => DeployedPlace): void {
  describe('a collection at a deployment (G1, G4)', () => {
    it('keeps what is not due; freshness, changes and versions reach API, command and subscribers', {
      timeout: PATIENCE_MS,
    }, async () => {
      const { surf, callers } = deployment();
      const collection = new DeployedCollection(surf, callers);
      const changing = await startSite({ handler: collection.pages.handler });
      const messages: unknown[] = [];
      const told = await startSite({
        handler: (exchange) => {
          messages.push(exchange.headers['webhook-id']);
          exchange.send(204, {});
        },
      });
      await collection.run(changing, told).finally(() => changing.close());
      const [log] = await collection.deliveries().finally(() => told.close());
      const { workflow, before, after } = collection;
      const url = `${changing.origin(0)}/p4`;

      const tick = await callers.send('GET', `/v1/executions/${after}`);
      const life = await callers.send('GET', `/v1/workflows/${workflow}/collection`);
      const versions = await callers.send('GET', `/v1/executions/${after}/history?url=${url}`);
      const words = await callers.send('GET', `/v1/executions/${after}/difference?since=${before}&url=${url}`);
      const listed = await collection.changes();
      const again = await collection.changes('&kind=changed');
      const linked = await collection.changes('&links=true');
      const audited = await collection.audit();
      const titles = await collection.audit('?kind=duplicate-title');
      const near = await collection.duplicates();
      const named = await collection.duplicates('?by=canonical');
      const exported = await collection.exported('jsonl?columns=url,text');
      const exportedAgain = await collection.exported('jsonl?columns=url,text');
      const pages = await collection.command(
        'export',
        after,
        '--format',
        'jsonl',
        '--columns',
        'url,text',
        '--out',
        '-',
      );
      const byCommand = await collection.command('audit', after);
      const nearByCommand = await collection.command('duplicates', after);
      const namedByCommand = await collection.command('duplicates', after, '--by', 'canonical');
      const verified = await callers.send('POST', `/v1/executions/${after}/actions`, { body: { action: 'verify' } });
      const [status] = await collection.command('status', after);
      const [diff, ...changes] = await collection.command('diff', before, after);
      const [byBytes] = await collection.command('diff', before, after, '--by', 'bytes');
      const [history, ...lines] = await collection.command('history', url, '--workflow', 'news');
      const [, ...found] = await collection.command('search', after, 'title:later', 'changed:<7d');
      const [searched] = await collection.command('search', after, 'page twins');
      const [topics] = await collection.command('topics', after);

      expect(tick.body).toMatchObject({ status: 'succeeded', counts: { discovered: 25, kept: 22, stored: 3 } });
      expect(life.body).toMatchObject({
        policy: 'uniform',
        ticks: [
          { execution: after, pages: 25, due: 3, freshness: { pages: 25, hosts: [{ pages: 25 }] } },
          { execution: before, pages: null, freshness: null },
        ],
      });
      // Its two copies of one page count as one, or as two where the tick requested one of them.
      expect([searched, topics].map((summary) => Number(summary?.indexed) >= 24)).toEqual([true, true]);
      expect(found).toContainEqual(
        expect.objectContaining({ url, changes: expect.objectContaining({ visits: 2, changed: 1 }) }),
      );
      const [{ freshness }] = life.body.ticks as [{ freshness: { fresh: number; ageDays: number } }];
      expect([freshness.fresh < 25, freshness.ageDays > 0]).toEqual([true, true]);
      expect(status).toMatchObject({ collection: { pages: 25, due: 3, ageDays: freshness.ageDays } });
      expect(verified.body).toMatchObject({ verification: { holds: true } });
      expect(diff).toMatchObject({ before, after, counts: { changed: 2, unchanged: 23, byBytes: 0 } });
      expect(byBytes).toMatchObject({ counts: { changed: 3, unchanged: 22 } });
      expect(changes).toContainEqual(
        expect.objectContaining({ url, kind: 'changed', what: expect.arrayContaining(['text']) }),
      );
      expect([listed.first, again.first]).toEqual(['COMPARISON_RUNNING', 200]);
      expect(listed.lines).toEqual([diff, ...changes]);
      expect(again.lines).toHaveLength(1 + 2);
      expect([linked.first, linked.lines[0]]).toEqual([
        'COMPARISON_RUNNING',
        { ...diff, counts: { ...(diff?.counts as object), linksAdded: 1 } },
      ]);
      expect([audited.first, titles.first]).toEqual(['AUDIT_RUNNING', 200]);
      expect([exported.first, exportedAgain.first]).toEqual(['EXPORT_RUNNING', 200]);
      expect(pages.length).toBeGreaterThan(0);
      expect(exported.lines).toEqual(pages);
      expect(audited.lines).toEqual(byCommand);
      expect([near.first, near.lines]).toEqual(['DUPLICATES_RUNNING', nearByCommand]);
      expect([named.first, named.lines]).toEqual(['DUPLICATES_RUNNING', namedByCommand]);
      expect(titles.lines[0]).toEqual(byCommand[0]);
      expect(words.body).toMatchObject({ url, before: { execution: before }, after: { execution: after } });
      expect(words.body.added).toBeGreaterThan(0);
      const delivered = { state: 'delivered', attempts: 1, types: ['pages.changed'], executions: [after] };
      expect(log).toMatchObject({ id: messages[0], ...delivered });
      expect(await collection.news(String(log?.id))).toMatchObject([
        { pages: { comparedWith: before, count: 1, named: [{ url, what: 'changed' }], notCompared: null } },
      ]);
      expect(messages).toHaveLength(1);
      expect(lines).toMatchObject([
        { execution: after, status: 200, changed: expect.arrayContaining(['text']) },
        { execution: before, status: 200, changed: null },
      ]);
      expect(versions.body).toMatchObject({
        workflow: history?.workflow,
        versions: lines.map(({ type: _, ...line }) => line),
      });
    });

    it('requests what its limit left pending, until it knows all pages', { timeout: PATIENCE_MS }, async () => {
      const { callers } = deployment();
      const pages = new ChangingSite();
      const site = await startSite({ handler: pages.handler });
      const body = {
        name: 'growing',
        seeds: [`${site.origin(0)}/`],
        revisit: { policy: 'uniform', intervalDays: 60 },
        limits: { pages: 10 },
        politeness: { delaySeconds: 0 },
      };
      const { body: saved } = await callers.send('POST', '/v1/workflows', { body });
      const ticks: unknown[] = [];
      for (let tick = 0; tick < 3; tick += 1) {
        const started = await callers.send('POST', `/v1/workflows/${saved.id}/executions`, { body: {} });
        const path = `/v1/executions/${started.body.execution}`;
        await callers.ended(String(started.body.execution));
        const { body: ended } = await callers.send('GET', path);
        const verified = await callers.send('POST', `${path}/actions`, { body: { action: 'verify' } });
        ticks.push({ ...ended, ...verified.body });
      }
      await site.close();
      const asked = pages.asked.map(({ path }) => path).filter((path) => path !== '/robots.txt');

      const verification = { holds: true };
      expect(ticks).toMatchObject([
        { status: 'limited', counts: { stored: 10 }, collection: null, verification },
        { status: 'limited', counts: { stored: 10, kept: 10 }, collection: { due: 0, pending: 15 }, verification },
        { status: 'succeeded', counts: { pending: 0 }, collection: { due: 0 }, verification },
      ]);
      expect(new Set(asked).size).toBe(asked.length); // each once
      expect(asked.length).toBeGreaterThan(20);
    });
  });

  describe('a tick of a collection whose run and workers are killed at a deployment (N11, G1)', () => {
    it('is continued by the watchdog, and ends as one that nobody disturbed', { timeout: PATIENCE_MS }, async () => {
      const { whole, killed, askedBefore, askedAfter, ...kill } = await killedTick(deployment());

      expect([kill.workers >= UNITS, kill.unfinished]).toEqual([true, UNITS]);
      expect([askedBefore < DUE, askedAfter > DUE + NEW]).toEqual([true, true]); // some twice, as no chunk had them
      expect(
        kill.texts.filter((text) => /^watchdog: run \d+ started, running past its deadline$/.test(text)),
      ).toHaveLength(1);
      expect(killed).toEqual(whole);
      expect(killed).toMatchObject({
        status: 'succeeded',
        counts: { discovered: PAGES + NEW, kept: PAGES - DUE, stored: STORED },
        verified: [{ holds: true }],
        ticks: [
          { pages: PAGES, due: DUE },
          { pages: null, due: null },
        ],
      });
    });
  });

  describe('a crawl in the order of cash at a deployment (G10)', () => {
    it('is proven; a limit leaves what few pages link, and a command says why', { timeout: PATIENCE_MS }, async () => {
      const { status, verified, stored, left } = await importanceAtDeployment(deployment());

      expect(status).toMatchObject([{ status: 'limited', reason: 'pages' }]);
      expect(verified[0]?.holds).toBe(true);
      expect(stored.filter((path) => !path.startsWith('/section-')).sort()).toEqual([
        '/',
        '/all-1',
        '/all-2',
        '/all-3',
      ]);
      const [{ pending }] = left as [{ pending: { cash: { own: number; cut: number } } }];
      expect(pending).toMatchObject({ limit: 'pages', where: 'list' });
      expect(pending.cash.own).toBeCloseTo(1 / 11, 5);
      expect(pending.cash.cut).toBeCloseTo(20 / 11, 5);
    });
  });

  describe('a sample at a deployment (G8)', () => {
    it('is proven; walks, external links, a check of them and topics are visible to commands', {
      timeout: PATIENCE_MS,
    }, async () => {
      const { status, verified, external, checked, started, topics, visits } = await sampleAtDeployment(deployment());

      expect(status).toMatchObject([{ status: 'succeeded' }]);
      expect([verified[0]?.holds, visits]).toEqual([true, 4 * 11]);
      expect(external).toMatchObject([
        { register: { links: { unchecked: 0, allowed: 1, banned: 0 } } },
        { url: 'http://partner.test/', state: 'allowed', rule: 'partner.test' },
      ]);
      expect(checked).toMatchObject([
        { register: { checks: { alive: 0, dead: 1, unknown: 0 } } },
        { url: 'http://partner.test/', check: { state: 'dead', status: null, reason: 'dns' } },
      ]);
      expect(started).toMatchObject({ status: 201, isAnswer: true, next: { links: 1, hosts: 1, more: false } });
      expect((started.next as { costUsd: number }).costUsd).toBeGreaterThan(0);
      const subjects = topics.slice(1).map(({ words }) => isSubject(words));
      expect(subjects.length).toBeGreaterThan(1); // the port changes which pages the walks come to
      expect(subjects).not.toContain(false);
    });
  });
}
