import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Given, STEPS, type Step, writeFiles } from '#test/e2e/command-line/command-line-steps.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf, linesOf, QUICK, type Result, resultOf, smallSite } from '#test/e2e/process/cli-bench.ts';
import { ExportedFiles } from '#test/e2e/process/exported-files.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

/** What leads `surf …` to the place where it is to work. */
export interface Reach {
  readonly flags: readonly string[];
  /** Added to that of the test. */
  readonly environment?: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const RESULT = [
  ...['execution', 'status', 'reason', 'cause', 'counts', 'pages', 'levels', 'bytes'],
  ...['seconds', 'pagesPerSecond', 'costUsd', 'data'],
];
const MINUTES = 60_000;

/**
 * Runs the same command lines wherever `open` leads, and expects the same of them.
 * @param name for the report
 */
export function commandLineScript(name: string, open: () => Promise<Reach>): void {
  describe(`the command line ${name}`, () => {
    const bench = new ScriptBench();
    beforeAll(() => bench.open(open), 5 * MINUTES);
    afterAll(() => bench.close(), MINUTES);

    it.each(STEPS)('$says', (step) => bench.take(step), 5 * MINUTES);
    it('exports in all formats what the site has', async () => {
      await new ExportedFiles(bench.given.folder, bench.given.seed).expectAll();
    });
    it('prints the object of semantics.md, and tells people the same in words', () => expectWords(bench), 5 * MINUTES);
    it(
      'pause, resume and stop reach a crawl under way; Ctrl-C stops it and says how to continue',
      () => expectControl(bench),
      5 * MINUTES,
    );
  });
}

/** A site, a folder, and the place where `surf …` works. */
class ScriptBench {
  readonly folder = temporaryFolder();
  #site: Site | undefined;
  #reach: Reach | undefined;

  async open(reach: () => Promise<Reach>): Promise<void> {
    this.#site = await startSite({ handler: smallSite, robots: (exchange) => exchange.send(404, {}, '') });
    this.#reach = await reach();
    writeFiles(this.given);
  }

  async close(): Promise<void> {
    await this.#reach?.close();
    await this.#site?.close();
    removeFolder(this.folder);
  }

  get given(): Given {
    return { seed: `${this.#site?.origin(0)}/`, folder: this.folder };
  }

  /** How often the site was asked so far. */
  get asked(): number {
    return this.#site?.log.length ?? 0;
  }

  /** Until the site was asked so often in all. */
  async until(times: number): Promise<void> {
    while (this.asked < times) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  start(...args: string[]): SurfProcess {
    return new SurfProcess([...args, ...(this.#reach?.flags ?? [])], this.#reach?.environment);
  }

  run(...args: string[]): Promise<ProcessEnd> {
    return surfHere([...args, ...(this.#reach?.flags ?? []), '--json'], this.#reach?.environment);
  }

  async take({ args, code = 0, object, lines }: Step): Promise<void> {
    const end = await this.run(...args(this.given));

    expect([end.code, code === 0 ? end.stderr : end.stdout]).toEqual([code, '']);
    const printed = code === 0 ? linesOf<object>(end) : [errorOf(end)];
    expect(printed).toHaveLength(lines ?? 1);
    if (object !== undefined) expect(printed[0]).toMatchObject(object(this.given));
  }
}

async function expectWords(bench: ScriptBench): Promise<void> {
  const crawl = ['crawl', bench.given.seed, ...QUICK, '--depth', '1'];
  const end = await bench.run(...crawl);
  const told = await bench.start(...crawl).ended;

  expect(Object.keys(resultOf(end))).toEqual(RESULT);
  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(/^the depth limit of 1 left 9 links out: .*\nx\w+: limited \(depth\) after /);
  expect(told.stdout).toContain('5 pages');
  expect(told.stderr).toMatch(/^execution x\w+ \(data in /);
}

async function expectControl(bench: ScriptBench): Promise<void> {
  const from = bench.asked;
  const driver = bench.start('crawl', bench.given.seed, ...QUICK, '--delay', '0.5', '--json');
  await bench.until(from + 4);
  const paused = await bench.run('pause', 'last');
  const driven = await driver.ended;
  const resumed = bench.start('resume', 'last');
  await bench.until(bench.asked + 3);
  resumed.signal('SIGINT');
  const interrupted = await resumed.ended;
  const again = await bench.run('stop', 'last');
  const rest = await bench.run('continue', 'last', '--depth', '2');

  expect([paused.code, resultOf(paused).status, driven.code]).toEqual([0, 'paused', 0]);
  expect(resultOf(driven)).toMatchObject({ status: 'paused', execution: resultOf(paused).execution });
  expect(interrupted.code).toBe(130);
  expect(interrupted.stderr).toContain('stopping');
  expect(interrupted.stdout).toMatch(/surf resume x\w+ continues/);
  expect([again.code, resultOf(again).status]).toEqual([0, 'stopped']);
  expect(resultOf(rest)).toMatchObject({ status: 'limited', reason: 'depth' } satisfies Partial<Result>);
  expect(JSON.parse((await bench.run('verify', 'last')).stdout)).toMatchObject({ holds: true });
}
