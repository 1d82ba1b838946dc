import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { DEMO_HOSTS, demoSite } from '#demo/demo-site.ts';
import { ROOT } from '#test/architecture/source-files.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { SURF, SurfProcess } from '#test/e2e/process/surf-process.ts';
import { type Site, startSite } from '#test/site/site.ts';
import { whenPresent } from '#test/when-present.ts';

/** Python with DuckDB and wacz, where `.ci/run` has installed it. */
const PYTHON = join(ROOT, '.ci/venv/bin');
/** What the files name, for the demo sites of `npm start`. */
const DEMO = 'http://127.0.0.2:8200/';

describe('the examples in the shell', () => {
  let site: Site;
  let folder = '';
  let sale = false;
  const { handler } = demoSite();

  beforeAll(async () => {
    site = await startSite({
      hosts: DEMO_HOSTS,
      handler: (exchange) => {
        if (sale && exchange.path === '/delivery') return exchange.html('<title>Sale</title><p>All must go.</p>');
        return handler(exchange);
      },
    });
    folder = temporaryFolder();
    mkdirSync(join(folder, 'bin'));
    const surf = `#!/bin/sh\nexec "${process.execPath}" "${SURF}" "$@"\n`;
    writeFileSync(join(folder, 'bin/surf'), surf, { mode: 0o755 });
  });
  afterAll(async () => {
    await site.close();
    removeFolder(folder);
  });

  /** Nobody is hurried here. */
  const source = (name: string): string =>
    readFileSync(join(ROOT, 'examples/commands', name), 'utf8').replaceAll('--delay 0.1', '--delay 0');
  const home = (): string => `${site.origin(0)}/`;

  /** Runs a script in an empty folder, with `surf` of the sources. */
  async function shell(script: string, ...args: readonly string[]): Promise<{ out: string; code: number }> {
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${PYTHON}:${process.env.PATH}`, SITE: home() };
    const child = spawn('sh', ['-euc', script, 'example', ...args], { cwd: folder, env });
    const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { out: code === 0 ? out : `${out}${error}`, code: code as number };
  }

  it('only-what-changed lists the one page that changed since the previous crawl', async () => {
    const first = await shell(source('only-what-changed.sh'), home());
    sale = true;
    const second = await shell(source('only-what-changed.sh'), home());
    sale = false;

    const [summary, ...changes] = second.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { readonly type: string; readonly kind: string; readonly url: string });
    expect(first.out).toBe('first crawl: the next one is compared with it\n');
    expect(summary).toMatchObject({ type: 'summary', counts: { changed: 1, added: 0, removed: 0 } });
    expect(changes).toEqual([expect.objectContaining({ kind: 'changed', url: `${home()}delivery` })]);
  });

  whenPresent({ name: 'curl', command: ['curl', '--version'] }, () => {
    it('api-by-curl starts a crawl at a server, waits, and gets its pages', async () => {
      const server = new SurfProcess(['serve', '--port', '0', '--json', '--data', join(folder, 'served')]);
      try {
        const { address } = JSON.parse(await server.prints()) as { address: string };

        const { out } = await shell(source('api-by-curl.sh'), address, home());

        const [status, ...pages] = out.trim().split('\n');
        expect(status).toBe('limited');
        expect(pages.map((line) => (JSON.parse(line) as { url: string }).url)).toContain(home());
        expect(pages).toHaveLength(10);
      } finally {
        server.signal('SIGTERM');
        await server.ended;
      }
    });
  });

  it('nightly.crontab has a line that leaves an archive of the day', async () => {
    const lines = source('nightly.crontab').split('\n');
    const variables = lines.filter((line) => /^[A-Z]+=/.test(line) && !line.startsWith('SITE='));
    const [nightly = ''] = lines.filter((line) => line.startsWith('30 2 * * * '));
    // cron reads the five fields and the backslashes
    const command = nightly.replace('30 2 * * * ', '').replaceAll('\\%', '%');

    const { code } = await shell([...variables, command].join('\n'));

    expect(code).toBe(0);
    expect(readdirSync(join(folder, 'nightly')).filter((name) => /^\d{4}-\d\d-\d\d\.wacz$/.test(name))).toHaveLength(1);
  });

  it('github-action.yml reports the dead link of the site and fails the job', async () => {
    const { env, jobs } = parse(source('github-action.yml')) as Action;
    const steps = jobs.links.steps.flatMap(({ name, run }) => (run === undefined ? [] : [{ name, run }]));
    const codes: Record<string, number> = {};
    for (const { name, run } of steps.filter((step) => step.name !== 'install'))
      codes[name ?? ''] = (await shell(run)).code;

    expect(env.SITE).toBe(DEMO);
    expect(steps.map(({ name }) => name)).toEqual(['install', 'crawl', 'report', 'judge']);
    expect(codes).toEqual({ crawl: 0, report: 0, judge: 3 });
    expect(readFileSync(join(folder, 'audit.html'), 'utf8')).toContain('<!doctype html>');
  });

  it('wacz-in-a-page writes an archive, a page that names it, and the service worker', async () => {
    const { out } = await shell(source('wacz-in-a-page.sh'), home(), 'replay');

    const page = readFileSync(join(folder, 'replay/index.html'), 'utf8');
    const archive = readFileSync(join(folder, 'replay/site.wacz'));
    expect(out.trim().split('\n').at(-1)).toBe('replay/index.html');
    expect(page).toContain(`<replay-web-page source="site.wacz" url="${home()}"`);
    expect(readFileSync(join(folder, 'replay/replay/sw.js'), 'utf8')).toMatch(
      /^importScripts\('https:.*\/sw\.js'\);\n$/,
    );
    expect(archive.subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'));
    expect(archive.includes('datapackage.json')).toBe(true);
  });

  whenPresent({ name: 'DuckDB (.ci/run installs it)', path: PYTHON }, () => {
    it('parquet-into-duckdb counts the pages of each section', async () => {
      const { out } = await shell(source('parquet-into-duckdb.sh'), home());

      expect(out).toMatch(/product\s*│\s*16/);
    });

    it('wacz-in-a-page writes an archive that the validator accepts', async () => {
      const { out, code } = await shell('wacz validate -f replay/site.wacz');

      expect([code, out]).toEqual([0, expect.stringContaining('Valid')]);
    });
  });
});

interface Action {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: { readonly links: { readonly steps: readonly { readonly name?: string; readonly run?: string }[] } };
}
