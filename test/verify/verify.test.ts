import { describe, expect, it } from 'vitest';
import type { SegmentRef } from '#core/frontier/frontier.ts';
import { DIFFERENCE_CODES } from '#engine/verify/audit/difference.ts';
import { reach } from '#test/architecture/imports/import-rules.ts';
import { typeScriptFiles } from '#test/architecture/source-files.ts';
import { amount } from '#test/campaign.ts';
import { BASE_CORRUPTIONS } from '#test/verify/base-corruptions.ts';
import { OTHERS, PLANTED } from '#test/verify/corruptions.ts';
import { History, type Json } from '#test/verify/history.ts';
import { randomHistory } from '#test/verify/random-history.ts';
import { RECORD_CORRUPTIONS } from '#test/verify/record-corruptions.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const A = 'http://a.example';
const B = 'http://b.example';

const WEB: Record<string, ScriptedPage> = {
  [`${A}/`]: {
    links: [`${A}/1`, `${A}/2`, `!${A}/3`, `${A}/moved`, 'http://out.example/', `${B}/1`],
    encoding: 'gzip',
  },
  [`${B}/`]: { links: [`${B}/1`, `${A}/3`, `${B}/late`], encoding: 'br' },
  [`${A}/1`]: { body: 'same', links: [`${A}/4`, `${A}/dead`] },
  [`${A}/2`]: { body: 'same', links: [`!${A}/5`, `${A}/4`], encoding: 'zstd' },
  [`${A}/3`]: { links: [`${A}/5`] },
  [`${A}/moved`]: { redirect: `${A}/target` },
  [`${A}/target`]: { links: [`${A}/6`, 'http://out.example/2'] },
  [`${B}/1`]: { body: 'same', links: [`${B}/gone`] },
  [`${B}/late`]: { deferred: 1, links: [`${B}/2`] },
  [`${A}/4`]: { links: [`${A}/`] },
  [`${A}/5`]: { links: [] },
  [`${A}/6`]: { redirect: `${A}/4` },
  [`${A}/dead`]: { kills: true },
  [`${B}/2`]: { links: [] },
};

/** @param listTasks most tasks of one level list */
async function crawled(workflow: Record<string, unknown> = {}, listTasks?: number): Promise<History> {
  const history = new History((url) => WEB[url], listTasks === undefined ? {} : { listTasks });
  await history.crawl({ seeds: [`${A}/`, `${B}/`, `${A}/`], ...workflow });
  return history;
}

/** robots.txt names a sitemap that moved to another, which has one page. */
async function crawledMovedSitemap(): Promise<History> {
  const files = new Map([
    [`${A}/s.xml`, { isIndex: false, urls: [], movedTo: `${A}/t.xml` }],
    [`${A}/t.xml`, { isIndex: false, urls: [`${A}/1`] }],
  ]);
  const sitemaps = { named: new Map([['a.example', [`${A}/s.xml`]]]), files, given: null };
  const history = new History((url) => (url === `${A}/` || url === `${A}/1` ? { links: [] } : undefined), { sitemaps });
  await history.crawl({ seeds: [`${A}/`], sitemaps: 'auto' });
  return history;
}

const tasksOf = async ({ tasks, id }: History): Promise<unknown> => {
  const { rows } = await tasks.list(id, 1_000);
  return rows.map(({ key, level, rank, via, outcome }) => ({ key, level, rank, via, outcome }));
};

const codesOf = (differences: readonly { code: string }[]): string[] => [
  ...new Set(differences.map(({ code }) => code)),
];

describe('verify (N3)', () => {
  it('holds for a crawl with redirects, duplicates, deferrals, failures and dead workers', async () => {
    const history = await crawled();

    const report = await history.verify();

    expect(report.differences).toEqual([]);
    expect(report).toMatchObject({ holds: true, total: 0, pages: 9, records: 13 });
    expect(report.counts).toEqual((await history.row()).counts);
    expect(report.counts).toEqual({
      discovered: 17,
      stored: 9,
      notModified: 0,
      duplicate: 2,
      redirected: 2,
      skipped: { 'outside-scope': 2 },
      failed: { 'http-4xx': 1, 'worker-died': 1 },
      pending: 0,
    });
  });

  it('holds for a crawl whose deployment has fewer workers and less time than its workflow asks for', async () => {
    const memory = { fewHostsMb: 512, manyHostsMb: 2_048 };
    const history = new History((url) => WEB[url], { bounds: { units: 1, unitSeconds: 10, memory } });
    await history.crawl({ seeds: [`${A}/`, `${B}/`], parallelism: 8 });

    const report = await history.verify();

    expect(report).toMatchObject({ holds: true, differences: [], pages: 9 });
  });

  it('holds before the first commit, between waves, when paused, limited and continued', async () => {
    const history = new History((url) => WEB[url]);
    await history.start({ seeds: [`${A}/`, `${B}/`], limits: { pages: 4 } });
    const reports = [await history.verify()];
    await history.go(1);
    reports.push(await history.verify());
    await history.control({ type: 'pause' });
    await history.go();
    reports.push(await history.verify());
    await history.control({ type: 'resume' });
    await history.go();
    const limited = await history.verify();
    await history.control({ type: 'resume', limits: { pages: null } });
    await history.go();
    const continued = await history.verify();

    expect([...reports, limited, continued].flatMap(({ differences }) => differences)).toEqual([]);
    expect(limited).toMatchObject({ pages: 4, counts: { stored: 4 } });
    expect(limited.counts.pending).toBeGreaterThan(0);
    expect(continued).toMatchObject({ pages: 9, counts: { pending: 0 } });
  });

  it.each(['breadth-first', 'depth-first'])(
    'holds for levels of several lists, %s, and is the same crawl',
    async (order) => {
      const whole = await crawled({ order });
      const split = await crawled({ order }, 1);

      const lists = (await split.manifests()).flatMap(({ manifest }) => manifest.levels);
      expect(lists.filter(({ level, list }) => level === 1 && list !== null).length).toBeGreaterThan(1);
      expect(new Set(lists.map(({ list }) => list)).size).toBe(lists.length);
      const report = await split.verify();
      expect(report.differences).toEqual([]);
      expect(report.counts).toEqual((await whole.verify()).counts);
      expect(await tasksOf(split)).toEqual(await tasksOf(whole));
    },
  );

  it('finds a list that is missing between others of its level', async () => {
    const history = await crawled({}, 1);
    const manifest = (await history.manifests()).find((found) => found.manifest.levels.length > 2);
    await history.changeJson(manifest?.key ?? '', (value) => {
      value.levels = (value.levels as Json[]).toSpliced(1, 1);
    });

    expect(codesOf((await history.verify()).differences)).toContain('level-missing');
  });

  it('holds when a seed redirects to another host, whose links are judged again', async () => {
    const history = new History(
      (url) =>
        ({
          [`${A}/`]: { redirect: `${B}/home` },
          [`${B}/home`]: { links: [`${B}/x`, `${A}/y`] },
          [`${A}/z`]: { links: [`${B}/w`, 'http://c.example/'] },
        })[url] ?? {},
    );
    await history.crawl({ seeds: [`${A}/`, `${A}/z`] });

    const report = await history.verify();

    expect(report.differences).toEqual([]);
    expect(report.counts).toMatchObject({ stored: 5, redirected: 1, skipped: { 'outside-scope': 1 } });
  });

  it('holds for made-up webs under made-up limits, paused, continued and with dying workers', async () => {
    for (let seed = 1; seed <= amount({ gate: 9, campaign: 60 }); seed++) {
      const report = await (await randomHistory(seed)).verify();

      expect(report.differences, `seed ${seed}`).toEqual([]);
    }
  });

  it('holds for webs with sitemaps, given or named', async () => {
    const webs = amount({ gate: 7, campaign: 50 });
    let sitemaps = 0;
    for (let seed = 101; seed <= 100 + webs; seed++) {
      const history = await randomHistory(seed, { sitemaps: true });

      const report = await history.verify();

      expect(report.differences, `seed ${seed}`).toEqual([]);
      const levels = (await history.manifests()).flatMap(({ manifest }) => manifest.levels);
      sitemaps += levels.filter((level) => level.sitemaps).length;
    }
    expect(sitemaps).toBeGreaterThan(webs / 2);
  });

  it('holds for a sitemap that redirects, whose target is a sitemap and no page', async () => {
    const history = await crawledMovedSitemap();

    const report = await history.verify();

    expect(report.differences).toEqual([]);
    expect(report.counts).toMatchObject({ discovered: 2, stored: 2, redirected: 0 });
  });

  it.each<[string, (lines: Json[]) => Json[]]>([
    ['does not say where to', (lines) => lines.map(({ target: _, ...line }) => line)],
    ['leads to a sitemap that nobody found', (lines) => lines.filter(({ sitemap }) => sitemap === undefined)],
  ])('tells of a sitemap’s redirect that %s', async (_name, change) => {
    const history = await crawledMovedSitemap();
    await history.forgeChunk(await history.chunkWith(({ target }) => target !== undefined), change);

    const { differences } = await history.verify();

    expect(codesOf(differences)).toContain('redirect-target');
  });

  it('holds on a base: pages that changed, stayed, vanished, appeared; with sitemaps too (T7)', async () => {
    const webs = amount({ gate: 7, campaign: 60 });
    let notModified = 0;
    for (let seed = 201; seed <= 200 + webs; seed++) {
      const history = await randomHistory(seed, { base: true, sitemaps: seed % 3 === 0 });

      const report = await history.verify();

      expect(report.differences, `seed ${seed}`).toEqual([]);
      notModified += report.counts.notModified;
    }
    expect(notModified).toBeGreaterThan(2 * webs);
  });

  it.each(BASE_CORRUPTIONS)('finds $name', async ({ code, plant }) => {
    const history = new History((url) => WEB[url], { base: await crawled() });
    await history.crawl({ seeds: [`${A}/`, `${B}/`] });
    expect(await history.verify()).toMatchObject({ holds: true, counts: { notModified: 9 } });
    await plant(history);

    const report = await history.verify();

    expect(codesOf(report.differences)).toContain(code);
  });

  it.each(PLANTED)('finds $name', async ({ code, plant }) => {
    const history = await crawled();
    await plant(history);

    const report = await history.verify();

    expect(report.holds).toBe(false);
    expect(codesOf(report.differences)).toContain(code);
  });

  it.each(OTHERS)('finds $name', async ({ code, plant }) => {
    const history = await crawled();
    await plant(history);

    const report = await history.verify();

    expect(report.holds).toBe(false);
    expect(codesOf(report.differences)).toContain(code);
  });

  it('names the damaged object, what was expected and what is there', async () => {
    const history = await crawled();
    const [base = ''] = await history.chunks();
    history.replace(`${base}.lines.jsonl.gz`, Buffer.from('no gzip'));

    const { differences, total } = await history.verify();

    expect(differences[0]).toMatchObject({ code: 'chunk-hash', where: `${base}.lines.jsonl.gz` });
    expect(differences[0]?.expected).toMatch(/^\{"bytes":\d+,"sha256":"[0-9a-f]{64}"\}$/);
    expect(total).toBeGreaterThanOrEqual(differences.length);
  });

  it('finds a prefix that no digest has', async () => {
    const history = await crawled();
    const { digests } = await history.json((await history.row()).frontier ?? '');
    const { object } = (digests as SegmentRef[])[0] as SegmentRef;
    const bytes = await history.archive.get(object);
    history.replace(object, bytes.fill(7, bytes.length - 4));

    const { differences } = await history.verify();

    expect(codesOf(differences)).toContain('segment-corrupt');
  });

  it('finds a pending task that its frontier lost', async () => {
    const history = await crawled({ limits: { pages: 3 } });
    const { frontier } = await history.row();
    await history.changeJson(frontier ?? '', (value) => {
      value.lists = [];
    });

    const { differences } = await history.verify();

    expect(codesOf(differences)).toEqual(['pending-missing']);
  });

  it('finds a link that was lost before it was merged', async () => {
    const history = new History((url) => WEB[url]);
    await history.start({ seeds: [`${B}/late`, `${B}/`] });
    await history.go(1);
    await history.work((await history.row()).plan ?? '');
    await history.control({ type: 'pause' });
    await history.go();
    const { frontier } = await history.row();
    const [run] = (await history.json(frontier ?? '')).candidates as { object: string }[];
    await history.changeRecords(run?.object ?? '', (records) => records.slice(1));

    const { differences } = await history.verify();

    expect(codesOf(differences)).toEqual(['candidate-missing']);
  });

  it('finds a task that was given up without having killed two workers', async () => {
    const history = await crawled();
    const base = await history.chunkWith(
      (line) => (line.outcome as { reason?: string } | undefined)?.reason === 'http-4xx',
    );
    await history.forgeChunk(base, (lines) =>
      lines.filter(({ outcome }) => (outcome as { reason?: string })?.reason !== 'http-4xx'),
    );
    for (const { key, manifest } of await history.manifests()) {
      if (manifest.settled === null) continue;
      await history.changeLines(manifest.settled.object, (rows) =>
        rows.map((row) =>
          (row.outcome as { reason?: string }).reason === 'http-4xx'
            ? { ...row, outcome: { type: 'failed', reason: 'worker-died' } }
            : row,
        ),
      );
      expect(key).toContain('/waves/');
    }

    const { differences } = await history.verify();

    expect(codesOf(differences)).toContain('died-unproven');
  });

  it('keeps a hundred differences and counts the rest', async () => {
    const web = (url: string): ScriptedPage => ({ links: url.endsWith('/') ? manyLinks : [] });
    const manyLinks = Array.from({ length: 150 }, (_, n) => `${A}/${n}`);
    const history = new History(web);
    await history.crawl({ seeds: [`${A}/`] });
    await history.tasks.clear(history.id);

    const { differences, total } = await history.verify();

    expect(differences).toHaveLength(100);
    expect(total).toBe(151);
  });
});

describe('the verifier', () => {
  it('imports nothing that advance counts with', () => {
    const { files } = reach(typeScriptFiles(), ['engine/verify/verify.ts']);
    const counting =
      /^engine\/(?!verify)|^core\/frontier\/(?:ledger|settle-wave|select-tasks|room|hosts|partition-units|decide-step|wave-means)\.ts$/;

    expect(files.size).toBeGreaterThan(30);
    expect([...files].filter((file) => counting.test(file))).toEqual([]);
  });

  it('has a planted corruption for most of its codes', () => {
    const planted = new Set<string>(
      [...PLANTED, ...OTHERS, ...RECORD_CORRUPTIONS, ...BASE_CORRUPTIONS].map(({ code }) => code),
    );

    expect(PLANTED).toHaveLength(13);
    expect(planted.size).toBeGreaterThanOrEqual(Object.keys(DIFFERENCE_CODES).length / 2);
  });
});
