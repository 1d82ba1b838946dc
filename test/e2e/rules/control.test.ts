import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { crawlRecords } from '#test/e2e/crawls/crawl-record.ts';
import { EmbeddedCrawl, quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { expectProven } from '#test/e2e/crawls/proof.ts';
import { pagesOf, requestCounts } from '#test/e2e/crawls/request-figures.ts';
import { SlowSite } from '#test/e2e/crawls/slow-site.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { referenceCrawl } from '#test/site/web/reference-crawl.ts';

const WEB = { hosts: 6, pages: 180, seed: 3, linksPerPage: 30, errors: [404, 500], duplicates: 5, latencyMs: 250 };
/** So many requests after which the halt is wanted: in the middle of the second wave. */
const ASKED = 14;
/** design.md §3: no new request later than this after a stop. */
const STOP_MS = 10_000;

/** What commands print. */
interface Result {
  readonly status: string;
  readonly reason: string | null;
  readonly holds: boolean;
  readonly counts: { readonly stored: number; readonly pending: number };
}

/** A data folder with a workflow, and the commands of other processes on it. */
class Commands {
  readonly #data = temporaryFolder();

  constructor(seeds: readonly string[]) {
    writeFileSync(this.#workflow, JSON.stringify(quickWorkflow({ seeds, parallelism: 3, hostsPerWorker: 1 })));
  }

  get #workflow(): string {
    return join(this.#data, 'workflow.json');
  }

  /** Starts a process that crawls. */
  run(): SurfProcess {
    return new SurfProcess(['run', this.#workflow, '--data', this.#data, '--allow-private-network', '--json']);
  }

  /** @returns exit code and what it printed */
  async give(name: string, ...flags: string[]): Promise<{ code: number | null; result: Result }> {
    const { code, stdout, stderr } = await surfHere([name, 'last', '--data', this.#data, '--json', ...flags]);
    if (stdout === '') throw new Error(`surf ${name} ended with ${code}: ${stderr}`);
    return { code, result: JSON.parse(stdout) as Result };
  }

  /** @returns what a command says beside its result */
  async notes(name: string): Promise<string[]> {
    return (await surfHere([name, 'last', '--data', this.#data])).stderr.split('\n');
  }

  close(): void {
    removeFolder(this.#data);
  }
}

describe.concurrent('stop and pause in the process that crawls', () => {
  it.each([
    ['stop', 'stopped', 'interrupted'],
    ['pause', 'paused', 'scheduled'],
  ] as const)(
    '%s: no new request after 10 s, what is there is complete, and the rest can be crawled (N10)',
    async (type, status, left) => {
      const slow = await SlowSite.start(WEB);
      const crawl = await EmbeddedCrawl.create({ seeds: slow.seeds, parallelism: 3, hostsPerWorker: 1 });
      try {
        const running = crawl.run();
        await slow.asked(ASKED);
        const wantedAt = Date.now();
        await crawl.control({ type });
        const row = await running;
        slow.hurry();

        expect(slow.lastAt - wantedAt).toBeLessThanOrEqual(STOP_MS);
        expect(row.status).toBe(status);
        const records = await crawlRecords(crawl.surf, crawl.id);
        const stored = records.filter(({ outcome }) => outcome === 'stored');
        expect(stored).toHaveLength(row.counts.stored);
        expect(stored.every(({ archived, digest, title }) => archived.length === 1 && digest !== null && title)).toBe(
          true,
        );
        expect(pagesOf(slow.site.log)).toHaveLength(records.filter(({ attempts }) => attempts > 0).length);
        const pending = (await crawl.views()).filter(({ outcome }) => outcome === null);
        expect(pending).toHaveLength(row.counts.pending);
        expect(new Set(pending.map(({ state }) => state))).toEqual(new Set([left]));
        await expectProven(crawl.surf, crawl.id);

        await crawl.control(type === 'stop' ? { type: 'resume', limits: {} } : { type: 'resume' });
        const end = await crawl.run();

        expect(end.status).toBe('succeeded');
        expect(await crawl.tasks()).toEqual(referenceCrawl(slow.web, slow.site.origins));
        expect(slow.twice).toEqual([]);
        await expectProven(crawl.surf, crawl.id);
      } finally {
        await crawl.close();
        await slow.close();
      }
    },
  );
});

describe.concurrent('stop, pause, resume and continue by another process', () => {
  it('stop ends the crawl of the other; continue --pages N continues to exactly N, then to the end (N9, N10)', async ({
    expect,
  }) => {
    const slow = await SlowSite.start(WEB);
    const commands = new Commands(slow.seeds);
    try {
      const child = commands.run();
      await slow.asked(ASKED);
      const wantedAt = Date.now();
      const stop = await commands.give('stop');
      const run = await child.ended;
      slow.hurry();

      expect(slow.lastAt - wantedAt).toBeLessThanOrEqual(STOP_MS);
      expect([stop.code, run.code]).toEqual([0, 0]);
      expect(stop.result).toMatchObject({ status: 'stopped' });
      expect(stop.result.counts.pending).toBeGreaterThan(0);
      expect(JSON.parse(run.stdout)).toMatchObject({ status: 'stopped', counts: stop.result.counts });
      expect((await commands.give('verify')).result.holds).toBe(true);
      expect((await commands.give('stop')).code).toBe(0);

      const pages = stop.result.counts.stored + 15;
      const more = await commands.give('continue', '--pages', String(pages));
      expect([more.code, more.result.status, more.result.reason]).toEqual([0, 'limited', 'pages']);
      expect(more.result.counts.stored).toBe(pages);

      const rest = await commands.give('continue', '--pages', 'none');
      expect([rest.code, rest.result.status, rest.result.counts.stored]).toEqual([0, 'succeeded', WEB.pages]);
      expect(slow.twice).toEqual([]);
      expect((await commands.give('verify')).result.holds).toBe(true);
    } finally {
      commands.close();
      await slow.close();
    }
  });

  it('pause ends the crawl of the other for now; resume continues to the same end', async () => {
    const slow = await SlowSite.start(WEB);
    const commands = new Commands(slow.seeds);
    try {
      const child = commands.run();
      await slow.asked(ASKED);
      const wantedAt = Date.now();
      const pause = await commands.give('pause');
      const run = await child.ended;
      slow.hurry();

      expect(slow.lastAt - wantedAt).toBeLessThanOrEqual(STOP_MS);
      expect([pause.code, pause.result.status, run.code]).toEqual([0, 'paused', 0]);
      expect((await commands.give('verify')).result.holds).toBe(true);

      const resume = await commands.give('resume');
      expect([resume.code, resume.result.status]).toEqual([0, 'succeeded']);
      expect(resume.result.counts).toMatchObject({ stored: WEB.pages, duplicate: 5, pending: 0 });
      expect(requestCounts(slow.site.log).size).toBe(referenceCrawl(slow.web, slow.site.origins).length);
      expect(slow.twice).toEqual([]);
      expect((await commands.give('verify')).result.holds).toBe(true);
    } finally {
      commands.close();
      await slow.close();
    }
  });

  it('resume takes over from a living process and says so first; that one follows to the end', async () => {
    const slow = await SlowSite.start(WEB);
    const commands = new Commands(slow.seeds);
    try {
      const child = commands.run();
      await slow.asked(ASKED);
      const resumed = commands.notes('resume');
      slow.hurry();
      const [first] = await resumed;
      const run = await child.ended;

      expect(first).toMatch(/^process \d+ crawled x\w+ until now: this process takes over, and that one follows/);
      expect(JSON.parse(run.stdout)).toMatchObject({ status: 'succeeded', counts: { stored: WEB.pages } });
      expect((await commands.give('verify')).result.holds).toBe(true);
    } finally {
      commands.close();
      await slow.close();
    }
  });
});
