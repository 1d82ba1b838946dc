import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { CliBench, errorOf, HTML, linesOf, QUICK, resultOf } from '#test/e2e/process/cli-bench.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';

const bench = new CliBench();

describe('surf crawl', () => {
  it('prints one object whose ledger adds up, and exits with 0; everything that it counts can be looked at', async () => {
    const end = await bench.crawl();
    const result = resultOf(end);
    const listed = await bench.tasks();

    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(result)).toEqual([
      'execution',
      'status',
      'reason',
      'cause',
      'counts',
      'pages',
      'levels',
      'bytes',
      'seconds',
      'pagesPerSecond',
      'costUsd',
      'data',
    ]);
    expect(result).toMatchObject({ status: 'succeeded', reason: null, data: bench.data });
    expect(result.counts).toEqual({
      discovered: 65,
      stored: 61,
      notModified: 0,
      duplicate: 1,
      redirected: 1,
      skipped: { nofollow: 1 },
      failed: { 'http-4xx': 1 },
      pending: 0,
    });
    expect(result.levels.map(({ level, stored }) => [level, stored])).toEqual([
      [0, 1],
      [1, 4],
      [2, 9],
      [3, 27],
      [4, 20],
    ]);
    expect(listed).toHaveLength(65);
    expect(new Set(listed.map(({ url }) => url)).size).toBe(65);
    expect(listed.find(({ url }) => url.endsWith('/gone'))).toEqual({
      execution: expect.stringMatching(/^x\w+$/),
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      url: `${bench.site.origin(0)}/gone`,
      state: 'failed',
      provisional: false,
      outcome: 'failed',
      reason: 'http-4xx',
      status: 404,
      level: 1,
      contentType: HTML['content-type'],
      bytes: null,
      title: null,
      via: `${bench.site.origin(0)}/`,
      attempts: 1,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      endedAt: expect.stringMatching(/Z$/),
      redirectsTo: null,
      cut: false,
      linksDropped: 0,
      titleCut: false,
      errors: [{ code: 'http-4xx', message: '404 Not Found', at: expect.stringMatching(/Z$/) }],
    });
    expect((await bench.tasks('--state', 'skipped')).map(({ url, reason }) => [url, reason])).toEqual([
      [`${bench.site.origin(0)}/nf`, 'nofollow'],
    ]);
    expect(JSON.parse((await bench.run('verify', 'last', '--json')).stdout)).toMatchObject({
      holds: true,
      differences: [],
    });
  });

  it('tells people what was found, how fast, where it lies and, with --cost, what it would cost', async () => {
    const end = await bench.run('crawl', `${bench.site.origin(0)}/`, '--cost', ...QUICK);
    const status = await bench.run('status', 'last');

    expect(end.code).toBe(0);
    expect(end.stdout).toMatch(/^x\w+: succeeded after /);
    expect(end.stdout).toContain('61 pages');
    expect(end.stdout).toContain(`${bench.data}/objects/executions/x`);
    expect(end.stdout).toContain('estimate: on Lambda arm64 at list prices of ');
    expect(status.stdout).toContain('succeeded');
    expect(status.stdout).not.toContain('USD');
    expect((await bench.run('tasks', 'last')).stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('takes the host of the URL and another address with --connect-to', async () => {
    const from = bench.site.log.length;
    const { port, hostname } = new URL(bench.site.origin(0));

    const end = await bench.run(
      'crawl',
      'http://shop.example/',
      ...QUICK,
      '--json',
      '--depth',
      '0',
      '--connect-to',
      `shop.example:80:${hostname}:${port}`,
    );
    const listed = await bench.tasks('--level', '0');

    expect(resultOf(end)).toMatchObject({ status: 'limited', reason: 'depth', counts: { stored: 1 } });
    expect(listed.map(({ url }) => url)).toEqual(['http://shop.example/']);
    expect(bench.site.log.slice(from).map(({ host }) => host)).toEqual(['shop.example', 'shop.example']);
  });

  it('asks no private address without the right to', async () => {
    const end = await bench.run('crawl', `${bench.site.origin(0)}/`, '--json');

    expect(resultOf(end).counts).toMatchObject({ stored: 0, skipped: { 'blocked-address': 1 } });
  });
});

describe('surf run', () => {
  it('crawls what a YAML file says; flags win over it', async () => {
    await mkdir(bench.data);
    const file = join(bench.data, '..', 'crawl.yaml');
    await writeFile(
      file,
      `name: from a file\nseeds:\n  - ${bench.site.origin(0)}/\nlimits:\n  pages: 50\npoliteness:\n  delaySeconds: 0\n`,
    );

    const end = await bench.run('run', file, '--pages', '3', '--json', '--allow-private-network');

    expect(resultOf(end)).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 3 } });
    expect(linesOf<{ name: string }>(await bench.run('ls', '--json'))).toMatchObject([
      { name: 'from a file', status: 'limited' },
    ]);
    removeFolder(file);
  });

  it('names what is wrong, and starts nothing', async () => {
    const file = join(temporaryFolder(), 'bad.json');
    await writeFile(file, JSON.stringify({ seeds: ['http://example.org/'], limts: { pages: 3 } }));

    const unknown = await bench.run('run', file, '--json');
    const missing = await bench.run('run', `${file}.not`, '--json');
    const negative = await bench.run('crawl', 'http://example.org/', '--depth', '-1', '--json');
    const seed = await bench.run('crawl', 'ftp://example.org/', '--json');

    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'FIELD_UNKNOWN']);
    expect(errorOf(unknown).message).toContain('limits');
    expect([missing.code, errorOf(missing).code]).toEqual([4, 'WORKFLOW_NOT_FOUND']);
    expect([negative.code, errorOf(negative).code]).toEqual([2, 'FIELD_INVALID']);
    expect([seed.code, errorOf(seed).code]).toEqual([2, 'SEED_INVALID']);
    expect(await readdir(join(bench.data, '..'))).toEqual([]);
    removeFolder(join(file, '..'));
  });
});

describe('going on', () => {
  it('resume takes new totals, continue is another name of it, and nothing is requested twice', async () => {
    const from = bench.site.log.length;
    const limited = resultOf(await bench.crawl('--pages', '10'));
    const below = await bench.run('resume', 'last', '--pages', '5', '--json');
    const resumed = await bench.run('resume', limited.execution, '--json');
    const unknown = await bench.run('resume', 'last', '--delay', '0', '--json');
    const end = await bench.run('continue', 'last', '--pages', 'none', '--json');
    const again = await bench.run('continue', 'last', '--json');

    expect(limited).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 10 } });
    expect([below.code, errorOf(below).code]).toEqual([2, 'CONTINUE_BELOW_USED']);
    expect(resultOf(resumed)).toMatchObject({ status: 'limited', reason: 'pages', counts: { stored: 10 } });
    expect([unknown.code, errorOf(unknown).code]).toEqual([2, 'COMMAND_USAGE']);
    expect(resultOf(end)).toMatchObject({
      execution: limited.execution,
      status: 'succeeded',
      counts: { stored: 61, pending: 0 },
    });
    expect([again.code, errorOf(again).code]).toEqual([5, 'STATE_CONFLICT']);
    expect([...bench.requestsSince(from).values()].filter((times) => times > 1)).toEqual([]);
    expect((await bench.run('verify', 'last')).code).toBe(0);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s stops cleanly, exits with 130 and says how to continue; resume does the rest',
    async (signal) => {
      const from = bench.site.log.length;
      const process = new SurfProcess([
        'crawl',
        `${bench.site.origin(0)}/`,
        ...QUICK,
        '--delay',
        '0.1',
        '--data',
        bench.data,
      ]);
      while (bench.site.log.length < from + 5) await new Promise((resolve) => setTimeout(resolve, 20));
      process.signal(signal);
      const end = await process.ended;
      const stopped = await bench.tasks();
      const rest = await bench.run('resume', 'last', '--json');

      expect(end.code).toBe(130);
      expect(end.stderr).toContain('stopping');
      expect(end.stdout).toMatch(/surf resume x\w+ continues/);
      expect(stopped.length).toBeGreaterThan(3);
      expect(stopped.filter(({ state }) => state === 'scheduled' || state === 'active')).toEqual([]);
      expect(resultOf(rest)).toMatchObject({ status: 'succeeded', counts: { stored: 61 } });
      expect([...bench.requestsSince(from).values()].filter((times) => times > 1)).toEqual([]);
    },
  );

  it('a killed one is continued by resume; stop and pause end one whose process is dead (S11)', async () => {
    for (const how of ['resume', 'stop', 'pause'] as const) {
      const from = bench.site.log.length;
      const process = new SurfProcess([
        'crawl',
        `${bench.site.origin(0)}/`,
        ...QUICK,
        '--delay',
        '0.1',
        '--data',
        bench.data,
      ]);
      while (bench.site.log.length < from + 4) await new Promise((resolve) => setTimeout(resolve, 20));
      await process.kill();
      const dead = await bench.run('status', 'last');
      const end = await bench.run(how, 'last', '--json');

      expect(dead.stdout).toMatch(/interrupted\n[\s\S]*nothing drives it since .*: surf resume x/);
      expect(end.code).toBe(0);
      expect(resultOf(end).status).toBe({ resume: 'succeeded', stop: 'stopped', pause: 'paused' }[how]);
      expect((await bench.run('verify', 'last')).code).toBe(0);
    }
  });

  it('pause and stop reach the process that drives it; stopping what is stopped is not an error', async () => {
    const from = bench.site.log.length;
    const driver = new SurfProcess([
      'crawl',
      `${bench.site.origin(0)}/`,
      ...QUICK,
      '--delay',
      '1',
      '--data',
      bench.data,
    ]);
    while (bench.site.log.length < from + 4) await new Promise((resolve) => setTimeout(resolve, 20));
    const paused = await bench.run('pause', 'last', '--json');
    const requests = bench.site.log.length;
    const end = await driver.ended;
    const waiting = await bench.tasks();
    const stopped = await bench.run('stop', 'last', '--json');
    const again = await bench.run('stop', 'last', '--json');
    const asked = bench.site.log.length;
    const resumed = await bench.run('resume', 'last', '--pages', '10', '--json');
    const left = await bench.tasks('--state', 'pending');

    expect(left.map(({ state }) => state)).toEqual(
      Array.from({ length: resultOf(resumed).counts.pending }, () => 'interrupted'),
    );
    expect([paused.code, resultOf(paused).status]).toEqual([0, 'paused']);
    expect([end.code, end.stdout]).toEqual([0, expect.stringMatching(/surf resume x\w+ continues/)]);
    expect(asked).toBe(requests);
    expect(waiting.some(({ state }) => state === 'interrupted')).toBe(false);
    expect([stopped.code, resultOf(stopped).status]).toEqual([0, 'stopped']);
    expect([again.code, resultOf(again)]).toEqual([0, resultOf(stopped)]);
    expect(resultOf(resumed)).toMatchObject({ status: 'limited', counts: { stored: 10 } });
  });
});
