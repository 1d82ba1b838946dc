import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Estimate } from '#core/estimate/estimate.ts';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { errorOf } from '#test/e2e/process/cli-bench.ts';
import { surfHere } from '#test/e2e/process/surf-here.ts';
import { type ProcessEnd, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';

const OPEN = '--allow-private-network';
const folder = temporaryFolder();
const data = join(folder, 'data');
let site: Site;
let server: SurfProcess;
let api = '';

beforeAll(async () => {
  site = await startSite({ hosts: DEMO_HOSTS, handler: demoSite().handler });
  server = new SurfProcess(['serve', '--port', '0', '--json', '--data', data]);
  api = new URL((JSON.parse(await server.prints()) as { address: string }).address).origin;
  await writeFile(
    join(folder, 'shop.yaml'),
    `name: shop\nseeds: ['${site.origin(0)}/']\npoliteness: {delaySeconds: 0}\n`,
  );
});
afterAll(async () => {
  server.signal('SIGTERM');
  await server.ended;
  await site.close();
  removeFolder(folder);
});

const estimateOf = ({ stdout }: ProcessEnd): Estimate => JSON.parse(stdout) as Estimate;

describe('surf estimate (N1)', () => {
  it('says of a file pages, time and each source, and starts nothing', async () => {
    const end = await surfHere(['estimate', join(folder, 'shop.yaml'), OPEN, '--data', data]);
    const executions = await surfHere(['ls', '--json', '--data', data]);

    const lines = end.stdout.split('\n');
    expect(end.code).toBe(0);
    expect(lines[0]).toMatch(/^25 pages, .* no cost: this machine crawls\.$/);
    expect(lines.filter((line) => line.endsWith('from the sample'))).toHaveLength(6);
    expect(executions.stdout).toBe('');
  });

  it('takes addresses, flags of the workflow, a saved workflow, and a server', async () => {
    const applied = await surfHere(['apply', folder, '--yes', '--data', data]);
    const [address, saved, remote] = [
      await surfHere([
        'estimate',
        `${site.origin(0)}/`,
        '--delay',
        '0',
        '--pages',
        '7',
        OPEN,
        '--json',
        '--data',
        data,
      ]),
      await surfHere(['estimate', 'shop', OPEN, '--json', '--data', data]),
      await surfHere(['estimate', 'shop', OPEN, '--json', '--api', api]),
    ];

    expect(applied.code).toBe(0);
    expect(estimateOf(address)).toMatchObject({ pages: { high: 7 }, limitedBy: { limit: 'pages', certain: true } });
    for (const end of [saved, remote]) expect(estimateOf(end).pages).toMatchObject({ low: 25, high: 25 });
  });

  it('ends with 10 where the sample got no page, with the reason and a remedy', async () => {
    const end = await surfHere(['estimate', `${site.origin(0)}/`, '--data', data]);

    expect(end.code).toBe(10);
    expect(end.stdout.replaceAll('\n', ' ')).toMatch(
      /^The sample got no page, .* blocked-address \(.*--allow-private-network/,
    );
  });

  it('refuses names that nothing has', async () => {
    const [workflow, file] = await Promise.all(
      ['nonesuch', 'nonesuch.yaml'].map((name) => surfHere(['estimate', name, '--json', '--data', data])),
    );

    expect([workflow, file].map((end) => end && [end.code, errorOf(end).code])).toEqual([
      [4, 'WORKFLOW_NOT_FOUND'],
      [4, 'WORKFLOW_NOT_FOUND'],
    ]);
  });
});
