import { describe, expect, it } from 'vitest';
import { archivedSide } from '#engine/diff/archived-side.ts';
import type { DiffSide } from '#engine/diff/diff-side.ts';
import type { KnownVersion } from '#engine/diff/known-version.ts';
import { listedSide } from '#engine/diff/listed-side.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import { History } from '#test/verify/history.ts';
import type { ScriptedPage } from '#test/verify/scripted-worker.ts';

const ORIGIN = 'https://site.example';

/** 90 pages with links, nofollow links, redirects, copies, failures, deferrals and strangers. */
function page(url: string): ScriptedPage | undefined {
  const n = Number(/\/(\d+)$/.exec(url)?.[1] ?? Number.NaN);
  if (Number.isNaN(n) || n > 90) return undefined;
  if (n % 13 === 12) return { fail: 'timeout' };
  if (n % 11 === 10) return { redirect: `${ORIGIN}/${(n * 3) % 100}` };
  const links = [2 * n + 1, 2 * n + 2, n + 7].map((m) => `${m % 5 === 3 && n % 2 === 0 ? '!' : ''}${ORIGIN}/${m}`);
  return {
    links: [...links, `https://other.example/${n}`, `!${ORIGIN}/${(n * 7) % 91}`],
    ...(n % 9 === 5 && { body: 'the same everywhere' }),
    ...(n % 17 === 4 && { deferred: 1 }),
  };
}

async function begun(workflow: Record<string, unknown> = {}): Promise<History> {
  const history = new History(page);
  await history.start({ seeds: [`${ORIGIN}/1`, 'https://other.example/'], scope: { mode: 'host' }, ...workflow });
  return history;
}

/** From what pages and tasks are listed as, so from the task index. */
async function listed(crawl: History): Promise<DiffSide> {
  const { definition } = await crawl.catalog.workflow((await crawl.row()).workflowId, 1);
  return listedSide({
    keyRules: definition.key,
    pages: () => exportPages(crawl, crawl.id, { origins: false }),
    tasks: () => listTasks(crawl, crawl.id),
    known: async () => [],
  });
}

async function versionsOf(side: DiffSide): Promise<KnownVersion[]> {
  const versions: KnownVersion[] = [];
  for await (const some of side.versions()) versions.push(...some);
  return versions;
}

/** As lines, without keys, which lists do not say. */
const linesOf = (versions: readonly KnownVersion[]): string[] =>
  versions.map(({ from, version }) => JSON.stringify([from, version])).sort();

/** A list does not know the address of a redirect's target before it is requested. */
function withoutTarget(known: KnownVersion): KnownVersion {
  const { version } = known;
  if (version.is === 'page') return known;
  const { to: _, ...rest } = version;
  return { ...known, version: rest };
}

describe('a side of a comparison, from the archive', () => {
  it('says of each URL what the lists of pages and tasks say, after every wave', async () => {
    const crawl = await begun({ limits: { pages: 60 } });
    const seen = new Set<string>();
    let waves = 0;

    for (let isOver = false; !isOver; waves++) {
      isOver = (await crawl.go(0)).type === 'end';
      const versions = await versionsOf(await archivedSide(crawl, crawl.id));
      const inLists = await versionsOf(await listed(crawl));
      const known = isOver ? (version: KnownVersion) => version : withoutTarget;
      expect(linesOf(versions.map(known))).toEqual(linesOf(inLists.map(known)));
      for (const { version } of versions) seen.add(version.is);
      if (!isOver) await crawl.go(1);
    }

    expect(waves).toBeGreaterThan(2);
    expect([...seen].sort()).toEqual(['duplicate', 'failed', 'page', 'pending', 'redirected', 'skipped']);
  });

  it('has the keys of the execution, one a URL', async () => {
    const crawl = await begun();
    await crawl.go();
    const rows = (await crawl.tasks.list(crawl.id, 1_000)).rows;

    const versions = await versionsOf(await archivedSide(crawl, crawl.id));

    const keys = new Map(versions.map(({ key, version }) => [key, version.url]));
    expect(keys.size).toBe(versions.length);
    expect(rows.filter(({ key, url }) => keys.get(key) !== url)).toEqual([]);
    expect(rows.length).toBeGreaterThan(60);
  });

  it('asks the task index for nothing', async () => {
    const crawl = await begun();
    await crawl.go();
    const { catalog, archive, units } = crawl;
    const before = linesOf(await versionsOf(await archivedSide(crawl, crawl.id)));
    await crawl.tasks.clear(crawl.id);

    const versions = await versionsOf(await archivedSide({ catalog, archive, units }, crawl.id));

    expect(linesOf(versions)).toEqual(before);
  });
});
