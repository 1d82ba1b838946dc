import { parseArgs } from 'node:util';
import { demoSite } from '#demo/demo-site.ts';
import type { Handler } from '#test/site/exchange.ts';
import { servePathologies } from '#test/site/pathologies.ts';
import { startSite } from '#test/site/site.ts';
import { makeWeb } from '#test/site/web/make-web.ts';

const USAGE = `node test/site/main.ts [--kind web|demo|pathologies] [--hosts N] [--pages-per-host N] [--latency MS] [--seed N]
                       [--redirects N] [--errors N] [--duplicates N] [--port N] [--log FILE]
Serves a made-up site on loopback, prints {"origins": […], "pid": N} as one line, logs requests as JSON lines, ends on SIGTERM.
`;

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'web' },
    hosts: { type: 'string', default: '8' },
    'pages-per-host': { type: 'string', default: '25' },
    latency: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    redirects: { type: 'string', default: '0' },
    errors: { type: 'string', default: '0' },
    duplicates: { type: 'string', default: '0' },
    port: { type: 'string', default: '0' },
    log: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(USAGE);
else await serve();

async function serve(): Promise<void> {
  const hosts = Number(values.hosts);
  const logFile = values.log === undefined ? {} : { logFile: values.log };
  const site = await startSite({ hosts, port: Number(values.port), handler: handlerOf(hosts), ...logFile });
  process.stdout.write(`${JSON.stringify({ origins: site.origins, pid: process.pid })}\n`);
  const end = (): void => void site.close().then(() => process.exit(0));
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

function handlerOf(hosts: number): Handler {
  if (values.kind === 'demo') return demoSite().handler;
  if (values.kind === 'pathologies') return servePathologies;
  return makeWeb({
    hosts,
    pages: hosts * Number(values['pages-per-host']),
    seed: Number(values.seed),
    latencyMs: Number(values.latency),
    redirects: Array.from({ length: Number(values.redirects) }, (_, i) => [301, 302, 303, 307, 308][i % 5] ?? 301),
    errors: Array.from({ length: Number(values.errors) }, (_, i) => [404, 410, 500][i % 3] ?? 404),
    duplicates: Number(values.duplicates),
  }).handler;
}
