import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DayUsage, dayOf } from '#core/identity/account-store.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import type { Handler } from '#test/site/exchange.ts';
import { type Site, startSite } from '#test/site/site.ts';

const PAGES = 5;

const shop: Handler = (exchange) => {
  const links = Array.from({ length: PAGES }, (_, n) => `<a href="/page/${n}">${n}</a><a href="/secret/${n}">s</a>`);
  exchange.html(exchange.url.pathname === '/' ? links.join('') : exchange.url.pathname);
};

const BROKEN = { v: 1, id: `b${'0'.repeat(32)}`, pattern: '/(/', note: null, by: 'local', createdAt: 0 } as const;

describe('what a deployment never asks for, and what it counts', () => {
  let site: Site;
  let api: ApiBench;
  beforeAll(async () => {
    site = await startSite({ handler: shop });
    api = openApiBench();
  });
  afterAll(async () => {
    await api.close();
    await site.close();
  });

  it('skips what the blocklist has, and verify agrees; the owner’s day has pages and USD (S16)', async () => {
    const begunOn = dayOf(Date.now());
    const blocked = await api.send('POST', '/v1/blocklist', { body: { pattern: `${site.origin(0)}/secret/*` } });
    const id = await api.crawl({ seeds: [`${site.origin(0)}/`, `${site.origin(0)}/secret/seed`] }, 'anna');

    const { body } = await api.send('GET', `/v1/executions/${id}`, { as: 'anna' });
    const verify = { as: 'anna', body: { action: 'verify' } } as const;
    const verified = await api.send('POST', `/v1/executions/${id}/actions`, verify);
    const usage = await api.send('GET', '/v1/usage', { as: 'anna' });

    expect(blocked.status).toBe(201);
    expect(body).toMatchObject({
      status: 'succeeded',
      counts: { stored: PAGES + 1, skipped: { blocklist: PAGES + 1 } },
    });
    expect(body.exemptions).toEqual(['allowPrivateNetwork']);
    expect(verified.body.verification).toMatchObject({ holds: true });
    const days = usage.body.days as DayUsage[];
    const sum = (of: 'requests' | 'pages' | 'usd') => days.reduce((so, day) => so + day[of], 0);
    expect([sum('requests'), sum('pages')]).toEqual([4, PAGES + 1]);
    expect(sum('usd')).toBeCloseTo(Number(body.costUsd), 12);
    // Both where midnight passes meanwhile; each at most once.
    expect([[begunOn], [dayOf(Date.now())], [begunOn, dayOf(Date.now())].sort()]).toContainEqual(
      days.map(({ day }) => day).sort(),
    );
    const items = (await api.send('GET', '/v1/executions', { as: 'anna' })).body.items as { exemptions: string[] }[];
    expect(items[0]?.exemptions).toEqual(['allowPrivateNetwork']);
  });

  it('asks for it again once the entry is taken off, and wrote down both', async () => {
    const [entry] = (await api.send('GET', '/v1/blocklist', { as: 'bert' })).body.items as { id: string }[];
    const removed = await api.send('DELETE', `/v1/blocklist/${entry?.id}`);
    const again = await api.send('DELETE', `/v1/blocklist/${entry?.id}`);
    const id = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'anna');

    const audit = (await api.send('GET', '/v1/audit')).body.items as { action: string; by: string }[];

    expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'ENTRY_NOT_FOUND']);
    expect((await api.send('GET', `/v1/executions/${id}`)).body.counts).toMatchObject({ stored: 2 * PAGES + 1 });
    expect(audit.map(({ action, by }) => [action, by])).toEqual([
      ['unblocked', 'local'],
      ['blocked', 'local'],
    ]);
  });

  it.each(['/(/', '/a{1000}{5}/', '/ads/'])(
    'refuses the expression %s with advice, and crawls continue',
    async (pattern) => {
      const refused = await api.send('POST', '/v1/blocklist', { body: { pattern } });
      const id = await api.crawl({ seeds: [`${site.origin(0)}/page/0`] }, 'anna');

      const { body } = await api.send('GET', `/v1/executions/${id}`);
      expect([refused.status, refused.body.code]).toEqual([422, 'PATTERN_INVALID']);
      expect(String(refused.body.remedy)).toContain('the blocklist takes host names (ads.example) and globs');
      expect(body).toMatchObject({ status: 'succeeded', counts: { stored: 1 } });
    },
  );

  it('refuses a glob that matches no URL, and names the one that was meant', async () => {
    const { status, body } = await api.send('POST', '/v1/blocklist', { body: { pattern: 'ads.example/tracker/*' } });

    expect([status, body.code]).toEqual([422, 'PATTERN_INVALID']);
    expect(body).toMatchObject({ remedy: 'write "*://ads.example/tracker/*"' });
  });

  it('crawls past a broken entry that an older Surf saved, and lists it as not in force', async () => {
    await api.ports.accounts.block(BROKEN);
    const id = await api.crawl({ seeds: [`${site.origin(0)}/page/0`] }, 'anna');

    const { body } = await api.send('GET', `/v1/executions/${id}`);
    const { items } = (await api.send('GET', '/v1/blocklist')).body;
    expect(body).toMatchObject({ status: 'succeeded', counts: { stored: 1 } });
    expect(items).toMatchObject([{ pattern: '/(/', inForce: false }]);
  });
});
