import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { externalHead, externalPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { CollectionCrawl } from '#test/e2e/crawls/collection-crawl.ts';
import { differencesOf } from '#test/e2e/crawls/differences.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** What `/p` links to, beside `/`: others in its second state. */
const LINKS = [
  ['http://partner.test/a', 'http://ads.test/x', 'http://unknown.test/'],
  ['http://partner.test/a', 'http://partner.test/b'],
] as const;

describe('external links of a collection (G2)', () => {
  let site: Site;
  let collection: CollectionCrawl;
  let state: 0 | 1 = 0;
  beforeAll(async () => {
    site = await startSite({
      handler: async (exchange) => {
        const { pathname } = exchange.url;
        if (pathname === '/robots.txt') return exchange.send(404, {});
        const targets = pathname === '/' ? ['/p'] : ['/', ...LINKS[state]];
        const body = targets.map((to) => `<a href="${to}">${to}</a>`).join('');
        return exchange.send(200, { 'content-type': 'text/html' }, `<p>${body}`);
      },
    });
    const external = { keep: true, allowed: ['partner.test'], banned: ['ads.test'] };
    collection = new CollectionCrawl({ seeds: [`${site.origin(0)}/`], revisit: { policy: 'uniform' }, external });
  });
  afterAll(async () => {
    await collection.close();
    await site.close();
  });

  const keysOf = async (id: ExecutionId): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of collection.surf.archive.list(externalPrefix(id))) keys.push(key);
    return keys;
  };
  const surf = async (...args: string[]): Promise<string> =>
    (await surfHere(['external', 'last', ...args, '--data', collection.surf.data])).stdout;

  it('are in a register that grows, with their states, and give the seeds of another crawl', async () => {
    const first = await collection.tick(0);
    state = 1;
    const second = await collection.tick(80);
    const [register, ...links] = (await surf())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const seeds = JSON.parse(await surf('--seeds'));
    const csv = await surf('--format', 'csv', '--state', 'banned');

    expect(register).toMatchObject({ register: { links: { unchecked: 1, allowed: 2, banned: 1 }, leftOut: 0 } });
    const page = `${site.origin(0)}/p`;
    const seen = new Map(links.map(({ url, execution, from }) => [url, [execution, from]]));
    expect(seen.get('http://partner.test/a')).toEqual([second.id, page]);
    expect(seen.get('http://ads.test/x')).toEqual([first.id, page]);
    expect(seeds.seeds.sort()).toEqual(['http://partner.test/a', 'http://partner.test/b']);
    expect(csv.split('\r\n').map((line) => line.split(',').slice(0, 3).join(' '))).toEqual([
      'url state rule',
      'http://ads.test/x banned ads.test',
      '',
    ]);
    for (const { id } of [first, second]) await expectProven(collection.surf, id);
  });

  it('are not proven where the register says otherwise than the log', async () => {
    const { archive, catalog } = collection.surf;
    const [{ id, wave }] = (await catalog.executions(1)).rows as [Execution];
    const [lines = ''] = (await keysOf(id)).filter((key) => key.endsWith('.jsonl'));
    const codes = async (): Promise<string[]> => [
      ...new Set((await differencesOf(collection.surf, id)).map(({ code }) => code)),
    ];
    const text = Buffer.from(await archive.get(lines)).toString();

    for (const wrong of [text.replace('"allowed"', '"banned"'), text.replace(/^.*\n/, ''), `${text}${text}`]) {
      await archive.delete([lines]);
      await archive.put(lines, [Buffer.from(wrong)]);
      expect(await codes()).toEqual(['external']);
    }
    await archive.delete([externalHead(id, wave)]);
    expect(await codes()).toEqual(['external']);
  });
});
