import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import {
  type ApiAttack,
  type AttackedApi,
  type AttackedServer,
  attackServer,
  countsOf,
  type ServerAttack,
} from '#test/attack/targets/attacked-server.ts';
import { attackDeployedApi, many } from '#test/attack/targets/deployed-api-attack.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const HOST = 'Host: 127.0.0.1\r\n';
const CLIENTS = 200;
const CONNECTIONS = 1_000;

interface Attack extends ServerAttack {
  readonly sends: string;
  readonly must: string;
}

/** Sends a body as it is. */
async function post(server: AttackedApi, body: string | Uint8Array<ArrayBuffer>, headers = {}): Promise<number> {
  const sent = { method: 'POST', headers: { ...server.headers, ...JSON_TYPE, ...headers }, body };
  const answer = await fetch(server.url('/v1/workflows'), sent);
  await answer.arrayBuffer();
  return answer.status;
}

const problemsOf = (statuses: readonly number[], allowed: readonly number[]): string[] =>
  statuses.every((status) => allowed.includes(status)) ? [] : [countsOf(statuses)];

/** Holds connections open for a while, and asks for a list meanwhile. */
async function held(server: AttackedServer, count: number, begin: (n: number) => string): Promise<number[]> {
  for (let n = 0; n < count; n++) server.open({ reads: false }).write(begin(n));
  const statuses: number[] = [];
  for (let n = 0; n < 10; n++) {
    await sleep(200);
    statuses.push((await server.send('GET', '/v1/executions')).status);
  }
  return statuses;
}

/** By requests alone: a deployment is attacked with them too. */
const API_ATTACKS: readonly (Attack & ApiAttack)[] = [
  {
    id: 'api-lists',
    sends: '200 clients on lists, events and the description at once, 20 requests each',
    must: 'answered or 503; /health within 250 ms',
    mostMb: 256,
    run: async (server) => {
      const statuses: number[] = [];
      const others = Number.isFinite(server.atOnce) ? [403] : []; // users are listed for administrators, as whom a deployment is not attacked
      const paths = [
        '/v1/executions',
        '/v1/workflows',
        '/v1/users',
        '/v1/usage',
        '/openapi.json',
        '/v1/executions/x00000000000000/events',
      ];
      const client = async (n: number): Promise<void> => {
        for (let k = 0; k < 20; k++)
          statuses.push((await server.send('GET', paths[(n + k) % paths.length] ?? '/')).status);
      };
      await many(server, CLIENTS, async (n) => {
        await client(n);
        return { status: 200 };
      });
      return { seen: countsOf(statuses), problems: problemsOf(statuses, [200, 404, 503, ...others]) };
    },
  },
  {
    id: 'api-documents',
    sends: '150 bodies: JSON 50,000 deep, 256 KiB of seeds and patterns, compressed, and of other types',
    must: 'refused as 4xx, or 503; /health within 250 ms',
    mostMb: 768,
    run: async (server) => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const seeds = JSON.stringify({ seeds: Array.from({ length: 20_000 }, (_, n) => `http://${n}`) });
      const globs = JSON.stringify({
        seeds: ['http://a.test/'],
        scope: { include: Array.from({ length: 1_500 }, () => '*a'.repeat(80)) },
      });
      const names = `{"seeds":["http://a.test/"],${Array.from({ length: 20_000 }, (_, n) => `"n${n}":1`).join()}}`;
      const packed = Uint8Array.from(gzipSync(Buffer.alloc(100 * 1024 * 1024, 32)));
      const bodies: readonly [string | Uint8Array<ArrayBuffer>, object][] = [
        [deep, {}],
        [`{"selection":${deep}}`, {}],
        [seeds, {}],
        [globs, {}],
        [names, {}],
        [packed, { 'content-encoding': 'gzip' }],
        ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
        ['--x\r\n\r\n\r\n--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
        ['{}', { 'content-type': 'text/json' }],
      ];
      const sent = Array.from({ length: 150 }, (_, n) => bodies[n % bodies.length] ?? (['', {}] as const));
      const statuses = await many(server, sent.length, async (n) => {
        const [body, headers] = sent[n] ?? ['', {}];
        return { status: await post(server, body, headers) };
      });
      return { seen: countsOf(statuses), problems: problemsOf(statuses, [400, 413, 415, 422, 503]) };
    },
  },
];

const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    id: 'api-connections',
    sends: '1,000 connections that send nothing',
    must: 'closed after 10 s; others are answered; /health within 250 ms',
    mostMb: 128,
    run: async (server) => {
      const sockets = Array.from({ length: CONNECTIONS }, () => server.open());
      await sleep(2_000);
      const { status } = await server.send('GET', '/v1/executions');
      await sleep(13_000);
      const open = sockets.filter(({ closed }) => !closed).length;
      const problems = [...problemsOf([status], [200]), ...(open > 0 ? [`${open} connections are open`] : [])];
      return { seen: `${CONNECTIONS - open} of ${CONNECTIONS} closed`, problems };
    },
  },
  {
    id: 'api-byte-by-byte',
    sends: '300 requests, a byte of the head or of the body every 100 ms',
    must: 'ended after 30 s; others are answered; /health within 250 ms',
    mostMb: 128,
    run: async (server) => {
      const head = `POST /v1/workflows HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n`;
      const sockets = Array.from({ length: 300 }, () => server.open());
      for (const [n, socket] of sockets.entries()) if (n % 2 === 0) socket.write(head);
      const statuses: number[] = [];
      const until = Date.now() + 34_000;
      for (let at = 0; Date.now() < until; at++) {
        for (const [n, socket] of sockets.entries()) {
          if (socket.writable) socket.write(n % 2 === 0 ? ' ' : (head[at] ?? 'x'));
        }
        if (at % 50 === 0) statuses.push((await server.send('GET', '/v1/executions')).status);
        await sleep(100);
      }
      const open = sockets.filter(({ closed }) => !closed).length;
      const problems = [...problemsOf(statuses, [200]), ...(open > 0 ? [`${open} connections are open`] : [])];
      return { seen: `${300 - open} of 300 closed`, problems };
    },
  },
  {
    id: 'api-head',
    sends: 'heads of a megabyte, URLs of 15 KB, 2,000 header fields',
    must: 'refused as 4xx; /health within 250 ms',
    mostMb: 256,
    run: async (server) => {
      const fields = Array.from({ length: 2_000 }, (_, n) => `x${n}: y\r\n`).join('');
      const heads = [`X: ${'x'.repeat(1024 * 1024)}\r\n`, fields];
      const statuses = await held(server, 200, (n) => `GET /v1/executions HTTP/1.1\r\n${HOST}${heads[n % 2]}\r\n`);
      const query = 'q'.repeat(15_000);
      for (const path of [
        `/v1/${query}`,
        `/v1/executions?next=${query}`,
        `/v1/executions/x00000000000000/explain?url=http://a.test/${query}`,
      ]) {
        const { status } = await server.send('GET', path);
        if (status < 400 || status >= 500) return { seen: `${path.slice(0, 40)}: ${status}`, problems: [`${status}`] };
      }
      return { seen: `others ${countsOf(statuses)}`, problems: problemsOf(statuses, [200]) };
    },
  },
  {
    id: 'api-endless-body',
    sends: '50 chunked bodies without end',
    must: 'ended at 260 KiB; others are answered; /health within 250 ms',
    mostMb: 256,
    run: async (server) => {
      const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
      const sockets = Array.from({ length: 50 }, () => server.open());
      for (const socket of sockets) {
        socket.write(
          `POST /v1/workflows HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        );
      }
      const statuses: number[] = [];
      let sent = 0;
      const until = Date.now() + 4_000;
      for (let at = 0; Date.now() < until; at++) {
        for (const socket of sockets) {
          if (!socket.writable || socket.writableNeedDrain) continue;
          socket.write(chunk);
          sent += 1;
        }
        if (at % 20 === 0) statuses.push((await server.send('GET', '/v1/executions')).status);
        await sleep(10);
      }
      const open = sockets.filter(({ writable }) => writable).length;
      const problems = [...problemsOf(statuses, [200]), ...(open > 0 ? [`${open} bodies are still taken`] : [])];
      return { seen: `closed after ${(sent / 16 / 50).toFixed(1)} MB each`, problems };
    },
  },
  {
    id: 'api-pipelined',
    sends: '20 connections with 500 requests each in one write, of which no answer is read',
    must: 'bounded memory; others are answered; /health within 250 ms',
    mostMb: 256,
    run: async (server) => {
      const one = `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`;
      const statuses = await held(server, 20, () => one.repeat(500));
      return { seen: `others ${countsOf(statuses)}`, problems: problemsOf(statuses, [200, 503]) };
    },
  },
];

const ATTACKS: readonly Attack[] = [...API_ATTACKS, ...CONNECTION_ATTACKS];

/** Clients that are many, slow, endless, or send what no client sends. */
export const apiClients: StagedScene = {
  name: 'clients of the API',
  quick: false,
  attacks: [
    ...API_ATTACKS.map(({ id, sends, must }) => ({ id, sends, must })),
    ...CONNECTION_ATTACKS.map(({ id, sends, must }) => ({
      id,
      sends,
      must,
      notDeployed: 'connections and heads of clients are those of API Gateway',
    })),
  ],
  stage: async () => {
    const outcomes = [];
    for (const attack of ATTACKS) outcomes.push(await attackServer(attack));
    return outcomes;
  },
  stageDeployed: async (at) => {
    const outcomes = [];
    for (const attack of API_ATTACKS) outcomes.push(await attackDeployedApi(attack, at));
    return outcomes;
  },
};
