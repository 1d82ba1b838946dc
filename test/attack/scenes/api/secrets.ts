import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AttackOutcome } from '#test/attack/attack-outcome.ts';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import { removeFolder } from '#test/e2e/crawls/embedded-crawl.ts';
import { surfHereIfPacked } from '#test/e2e/process/surf-here.ts';
import { surf } from '#test/e2e/process/surf-process.ts';
import { selfSigned } from '#test/http/self-signed.ts';

const NAME = 'shop.test';
const SECRET = 'hush-3141-hush';
const USUAL = [
  '--delay',
  '0',
  '--attempts',
  '1',
  '--scope',
  'any',
  '--allow-private-network',
  '--timeout-seconds',
  '5',
];

/** A request as a server got it. */
interface Head {
  /** `seed`, `plain` or `port`: which of the three servers. */
  readonly server: string;
  readonly path: string;
  readonly hasSecret: boolean;
}

/** Three origins of one host name, which write down the heads of all requests. */
interface Web {
  readonly heads: Head[];
  readonly ports: Readonly<Record<'seed' | 'plain' | 'port', number>>;
  readonly folder: string;
  /** File with the certificate of both https servers. */
  readonly certificate: string;
  readonly close: () => Promise<void>;
}

/** Attacks on secret headers, and on the TLS that keeps them. */
export const secrets: StagedScene = {
  name: 'secrets',
  quick: true,
  attacks: [
    {
      id: 'secret-origin',
      sends: 'links and a redirect from an https seed to plain http and to another port of the same host name',
      must: 'the secret header goes to the origin of the seed only',
    },
    {
      id: 'tls-environment',
      sends: 'a certificate signed by nobody known, while the environment has NODE_TLS_REJECT_UNAUTHORIZED=0',
      must: 'failed(tls) by HTTP/1.1 and HTTP/2, surf --api refuses it; the server gets no request',
    },
  ],
  stage: async () => [await staged(attackOrigin), await staged(attackCertificate)],
};

async function staged(attack: (web: Web) => Promise<AttackOutcome>): Promise<AttackOutcome> {
  const web = await startWeb();
  try {
    return await attack(web);
  } finally {
    await web.close();
  }
}

async function attackOrigin(web: Web): Promise<AttackOutcome> {
  const end = await crawl(web, { http2: false, environment: { NODE_EXTRA_CA_CERTS: web.certificate } });
  const told = web.heads.filter(({ hasSecret }) => hasSecret);
  const elsewhere = told.filter(({ server }) => server !== 'seed').map(({ server, path }) => `${server} ${path}`);
  const paths = new Set(web.heads.map(({ server, path }) => `${server} ${path}`));
  const problems = ['seed /', 'seed /down', 'plain /robots.txt', 'plain /landed', 'plain /page', 'port /page']
    .filter((path) => !paths.has(path))
    .map((path) => `was not asked: ${path}`);
  if (told.length === 0) problems.push('the seed got no secret');
  if (elsewhere.length > 0) problems.push(`the secret went to ${elsewhere.join(', ')}`);
  if (end.code !== 0) problems.push(`ended with ${end.code}: ${end.stderr}`);
  const count = web.heads.length - told.length;
  return outcome('secret-origin', problems, `${told.length} requests to the seed had it, ${count} others had not`);
}

async function attackCertificate(web: Web): Promise<AttackOutcome> {
  const problems: string[] = [];
  for (const http2 of [false, true]) {
    const { stdout } = await crawl(web, { http2, environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    if (!/tls/i.test(stdout)) problems.push(`http2 ${http2}: no failure of TLS is reported`);
  }
  const server = `https://127.0.0.1:${web.ports.seed}`;
  const environment = { NODE_TLS_REJECT_UNAUTHORIZED: '0', SURF_KEY: SECRET };
  const asked = await surf(['ls', '--api', server], environment);
  if (!asked.stderr.includes('certificate')) problems.push(`surf --api tells no failure of TLS: ${asked.stderr}`);
  if (web.heads.length > 0) problems.push(`${web.heads.length} requests were sent`);
  return outcome('tls-environment', problems, `refused three times, ${web.heads.length} requests sent`);
}

const outcome = (id: string, problems: readonly string[], seen: string): AttackOutcome => ({
  id,
  seen,
  problems,
  peakMb: Number.NaN,
});

async function crawl(web: Web, how: { http2: boolean; environment: Readonly<Record<string, string>> }) {
  const { seed, plain, port } = web.ports;
  const workflow = join(web.folder, `workflow-${how.http2}.json`);
  const headers = { 'X-Key': { secretRef: 'KEY' } };
  const seeds = [`https://${NAME}:${seed}/`];
  writeFileSync(workflow, JSON.stringify({ seeds, fetch: { headers, http2: how.http2 } }));
  const connect = [seed, plain, port].flatMap((at) => ['--connect-to', `${NAME}:${at}:127.0.0.1:${at}`]);
  const data = ['--data', join(web.folder, `data-${how.http2}`)];
  const environment = { ...how.environment, SURF_SECRET_KEY: SECRET };
  const end = await surf(['run', workflow, ...data, ...USUAL, ...connect], environment);
  const tasks = await surfHereIfPacked(['tasks', 'last', ...data]);
  return { ...end, stdout: end.stdout + tasks.stdout };
}

async function startWeb(): Promise<Web> {
  const heads: Head[] = [];
  const certificate = selfSigned(NAME);
  const ports = { seed: 0, plain: 0, port: 0 };
  const answer = (server: keyof typeof ports) => (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    heads.push({ server, path, hasSecret: request.rawHeaders.includes(SECRET) });
    const elsewhere = `http://${NAME}:${ports.plain}`;
    if (path === '/robots.txt') response.writeHead(404).end();
    else if (path === '/down') response.writeHead(302, { Location: `${elsewhere}/landed` }).end();
    else {
      const links = ['/down', `${elsewhere}/page`, `https://${NAME}:${ports.port}/page`];
      const body = links.map((link) => `<a href="${link}">x</a>`).join('');
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(path === '/' ? body : 'text');
    }
  };
  const servers = {
    seed: createHttpsServer(certificate, answer('seed')),
    plain: createServer(answer('plain')),
    port: createHttpsServer(certificate, answer('port')),
  };
  for (const name of ['seed', 'plain', 'port'] as const) ports[name] = await listen(servers[name]);
  const folder = mkdtempSync(join(tmpdir(), 'surf-secrets-'));
  const file = join(folder, 'certificate.pem');
  writeFileSync(file, certificate.cert);
  const close = async (): Promise<void> => {
    for (const server of Object.values(servers)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    removeFolder(folder);
  };
  return { heads, ports, folder, certificate: file, close };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
