import { describe, expect, it } from 'vitest';
import type { BarrenGroups } from '#core/frontier/barren/barren-group.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import { explain } from '#engine/explain/explain.ts';
import { History, type Json } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'http://a.example';
const GROUP = 'a.example/cal/#';
const daysAfter = (day: number, most: number): string[] =>
  Array.from({ length: most }, (_, i) => `${ORIGIN}/cal/${10 * day + i}`);

/**
 * Days that all say the same; each links ten others, which nobody has linked. Thousands: nothing
 * else ends the crawl, as duplicates are not pages.
 */
function calendar(url: string): ScriptedPage {
  const day = /\/cal\/(\d+)$/.exec(url)?.[1];
  if (day === undefined) return { body: url, links: [`${ORIGIN}/cal/1`, `${ORIGIN}/about`] };
  return { body: 'No events.', links: Number(day) > 3_000 ? [] : daysAfter(Number(day), 10) };
}

async function crawled(more: Json = {}, web = calendar): Promise<History> {
  const history = new History(web);
  await history.crawl({
    seeds: [`${ORIGIN}/`],
    traps: { barrenPages: 40 },
    limits: { depth: null, pages: 3_000 },
    ...more,
  });
  return history;
}

async function refusedOf(history: History): Promise<Json[]> {
  const levels = (await history.manifests()).flatMap(({ manifest }) => manifest.levels);
  const skipped = await Promise.all(levels.flatMap((level) => level.skipped ?? []).map((key) => history.lines(key)));
  return skipped.flat().filter(({ reason }) => reason === 'trap');
}

const frontierOf = async (history: History): Promise<Frontier> =>
  JSON.parse(Buffer.from(await history.archive.get((await history.row()).frontier ?? '')).toString()) as Frontier;
const codesOf = async (history: History) => [...new Set((await history.verify()).differences.map(({ code }) => code))];

describe('verify and traps.barrenPages (N3, G10)', () => {
  it('holds: of a group whose pages say the same, the share shrinks level by level, and the rest is skipped(trap)', async () => {
    const history = await crawled();

    const { status, counts } = await history.row();
    expect(status).toBe('succeeded');
    expect(counts.stored + counts.duplicate).toBeLessThan(200);
    const refused = await refusedOf(history);
    expect(refused.length).toBe(counts.skipped.trap);
    expect(refused.length).toBeGreaterThan(300);
    expect(new Set(refused.map(({ rule }) => rule))).toEqual(new Set([`no-new-content 40: ${GROUP}`]));
    const admitted = (await history.manifests()).flatMap(({ manifest }) => manifest.levels.map(({ tasks }) => tasks));
    expect(admitted).toContain(10); // half of what is missing, level by level
    expect(await codesOf(history)).toEqual([]);
  });

  it('holds depth-first, where nothing waits, and without a limit of barren pages', async () => {
    const deep = await crawled({ order: 'depth-first', traps: { barrenPages: 10 }, limits: { depth: 60, pages: 60 } });
    const open = await crawled({ traps: { barrenPages: null }, limits: { depth: 3, pages: 300 } });

    expect((await refusedOf(deep)).length).toBeGreaterThan(0);
    expect(await refusedOf(open)).toEqual([]);
    expect([...(await codesOf(deep)), ...(await codesOf(open))]).toEqual([]);
  });

  it('holds where a limit ends the crawl while links wait, and when it is continued', async () => {
    const history = await crawled({ limits: { depth: 3, pages: null } });
    expect((await history.row()).status).toBe('limited');
    expect(await codesOf(history)).toEqual([]);

    await history.control({ type: 'resume', limits: { depth: null } });
    await history.go();

    expect((await history.row()).status).toBe('succeeded');
    expect((await refusedOf(history)).length).toBeGreaterThan(300);
    expect(await codesOf(history)).toEqual([]);
  });

  it('refuses nothing of pages that differ, nor of a row that leads to pages that do', async () => {
    const shop = await crawled({ limits: { depth: null, pages: 500 } }, (url) => ({ ...calendar(url), body: url }));
    const list = await crawled({}, (url) => {
      const page = Number(/\/list\/(\d+)$/.exec(url)?.[1] ?? 0);
      if (/\/item\/|about/.test(url)) return { body: url };
      if (page > 300) return { body: 'list' };
      return {
        body: page === 0 ? url : 'list',
        links: [`${ORIGIN}/list/${page + 1}`, `${ORIGIN}/item/n-${'x'.repeat(page)}`],
      };
    });

    expect([...(await refusedOf(shop)), ...(await refusedOf(list))]).toEqual([]);
    expect((await list.row()).counts.discovered).toBeGreaterThan(600);
    expect([...(await codesOf(shop)), ...(await codesOf(list))]).toEqual([]);
  });

  it('finds a table of groups that says otherwise, and one that is gone', async () => {
    const history = await crawled();
    const { barren } = await frontierOf(history);
    await history.changeJson(barren ?? '', (value) => {
      for (const group of (value as unknown as BarrenGroups).groups) Object.assign(group, { barren: 3 });
    });
    expect(await codesOf(history)).toEqual(['barren-record']);

    history.replace(barren ?? '', Buffer.from('{}'));
    expect(await codesOf(history)).toContain('barren-record');
  });

  it('finds a link that was refused with too few pages, and a plan that makes sketches of other groups', async () => {
    const history = await crawled();
    for (const { manifest } of await history.manifests()) {
      for (const { skipped } of manifest.levels) {
        if (skipped === null) continue;
        await history.changeLines(skipped, (lines) =>
          lines.map((line) => (line.reason === 'trap' ? { ...line, rule: `no-new-content 4: ${GROUP}` } : line)),
        );
      }
    }
    expect(await codesOf(history)).toEqual(['level-skipped']);

    const other = await crawled();
    const plans = (await other.manifests()).flatMap(({ manifest }) => manifest.plan ?? []);
    await other.changeJson(plans.at(-1) ?? '', (value) => {
      value.sketched = [];
    });
    expect(await codesOf(other)).toEqual(['plan-sketched']);
  });

  it('is explained: the group, its row, and its last pages', async () => {
    const history = await crawled();
    const [refused] = await refusedOf(history);
    const ports = { ...history, hosts: { robots: async () => null } } as unknown as Parameters<typeof explain>[0];

    const said = await explain(ports, history.id, String(refused?.url));
    const unseen = await explain(ports, history.id, `${ORIGIN}/cal/77777777`);

    expect(said.verdict).toMatchObject({ admitted: false, reason: 'trap', judged: 'then' });
    expect(said.trap).toMatchObject({ group: GROUP, pages: 40 });
    expect(said.trap?.samples).toHaveLength(3);
    expect(unseen).toMatchObject({ state: 'unseen', verdict: { reason: 'trap', judged: 'now' }, trap: said.trap });
  });
});
