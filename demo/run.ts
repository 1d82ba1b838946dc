import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_HOSTS, DEMO_PORT, demoSite } from '#demo/demo-site.ts';
import { type Site, startSite } from '#test/site/site.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const WORKFLOW = 'examples/demo.json';

/**
 * `npm run demo`: starts the demo site, lets the CLI crawl it as a user would, ends with the CLI's
 * exit code.
 */
const site = await startDemoSite();
const temporary = await mkdtemp(join(tmpdir(), 'surf-demo-'));
try {
  say(`Eight made-up sites are up: ${site.origin(0)}/ … ${site.origin(DEMO_HOSTS - 1)}/ (only while this runs)`);
  process.exitCode = await crawl(await workflowFor(site, temporary));
} finally {
  await site.close();
  await rm(temporary, { recursive: true, force: true });
}

async function startDemoSite(): Promise<Site> {
  const { handler } = demoSite();
  try {
    return await startSite({ hosts: DEMO_HOSTS, port: DEMO_PORT, handler });
  } catch (error) {
    if (!String(error).includes('EADDRINUSE')) throw error;
    say(`Port ${DEMO_PORT} is taken by another program; the demo uses a free one.`);
    return await startSite({ hosts: DEMO_HOSTS, handler });
  }
}

/**
 * The example itself; a copy with other seeds where the sites are elsewhere (port taken, or macOS
 * with 127.0.0.1 only).
 */
async function workflowFor(site: Site, folder: string): Promise<string> {
  const workflow = JSON.parse(await readFile(join(ROOT, WORKFLOW), 'utf8')) as { seeds: string[] };
  const seeds = site.origins.map((origin) => `${origin}/`);
  if (workflow.seeds.join() === seeds.join()) return WORKFLOW;
  const copy = join(folder, 'demo.json');
  await writeFile(copy, JSON.stringify({ ...workflow, seeds }));
  return copy;
}

/** Ctrl-C reaches the CLI too, which stops cleanly: this process only waits for it. */
async function crawl(workflow: string): Promise<number> {
  const args = [join(ROOT, 'cli/surf.mjs'), 'run', workflow, '--allow-private-network', ...process.argv.slice(2)];
  say(`surf run ${args.slice(2).join(' ')}`);
  const ignore = (): void => undefined;
  process.on('SIGINT', ignore);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.off('SIGINT', ignore);
  return code ?? 1;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
