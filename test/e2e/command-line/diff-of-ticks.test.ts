import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#core/diff/change.ts';
import type { Execution } from '#core/execution/execution.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { ShopInTwoStates } from '#test/site/sites/shop-in-two-states.ts';

describe('surf diff of two ticks of a collection', () => {
  const shop = new ShopInTwoStates();
  let site: Site;
  let collection: CollectionCrawl;
  beforeAll(async () => {
    site = await startSite({ handler: shop.handler });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    shop.isLater = false;
    collection = new CollectionCrawl({ seeds: [`${site.origin(0)}/`], revisit: { policy: 'uniform' } });
  });
  afterEach(() => collection.close());

  async function diff(before: Execution, after: Execution, ...place: string[]): Promise<Record<string, unknown>> {
    const from = place.length === 0 ? ['--data', collection.surf.data] : place;
    const { stdout } = await surfHere(['diff', before.id, after.id, ...from]);
    const [, ...changes] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Change & { type: string });
    return Object.fromEntries(changes.map(({ type, url, ...rest }) => [new URL(url).pathname, rest]));
  }

  it('has targets, statuses, titles and moves also where one of them kept the page', async () => {
    const first = await collection.tick(0);
    const kept = await collection.tick(0);
    shop.isLater = true;
    const full = await collection.tick(0, {}, { full: true });
    const last = await collection.tick(0);
    const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', collection.surf.data]);
    const { address } = JSON.parse(await server.prints()) as { address: string };

    const pairs = [
      [kept, full],
      [first, last],
      [kept, last],
    ] as const;
    const byServer = await diff(kept, last, '--api', new URL(address).origin).finally(() => server.kill());

    expect([kept.counts.kept, last.counts.stored]).toEqual([kept.counts.discovered, 0]);
    for (const pair of pairs) {
      expect(await diff(...pair)).toMatchObject({
        '/sale': { kind: 'redirect', toBefore: `${site.origin(0)}/price`, to: `${site.origin(0)}/title` },
        '/lost': { kind: 'status', statusBefore: 403, status: 404 },
        '/here': { kind: 'moved', from: `${site.origin(0)}/moved`, title: 'moved' },
        '/fresh': { kind: 'added', title: 'fresh' },
        '/gone': { kind: 'removed', title: 'gone', reason: 'gone' },
        '/broken': { kind: 'unknown', reason: 'http-5xx', status: 503 },
        '/title': { kind: 'changed', what: ['bytes', 'title'] },
      });
    }
    expect(byServer).toEqual(await diff(kept, last));
    expect(await diff(full, last)).toEqual({});
  });
});
