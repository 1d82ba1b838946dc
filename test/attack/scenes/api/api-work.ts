import { setTimeout as sleep } from 'node:timers/promises';
import type { StagedScene } from '#test/attack/staged-scene.ts';
import {
  type ApiAttack,
  type AttackedApi,
  attackServer,
  countsOf,
  type ServerAttack,
} from '#test/attack/targets/attacked-server.ts';
import { attackDeployedApi, many } from '#test/attack/targets/deployed-api-attack.ts';
import { startRawServer } from '#test/http/raw-server.ts';
import { seededRandom } from '#test/site/random.ts';

/** Of RE2, with some 2,000 states at each character of a text of `a` and `b`. */
const LARGE = '[ab]*a[ab]{900}c|[ab]*b[ab]{900}d';
const random = seededRandom(1);
const lettersOf = (count: number): string => Array.from({ length: count }, () => random.pick(['a', 'b'])).join('');
const longAddress = (): string => `http://abcd.test/${lettersOf(8_000)}`;
const large = (count: number): string[] => Array.from({ length: count }, (_, i) => `/${LARGE}|x${i}/`);
/** As many as the budget of one workflow allows. */
const ALLOWED = large(5);
const scope = (exclude: readonly string[]) => ({ mode: 'any', maxUrlLength: 8_192, exclude });

const PAGE_MB = 9;

/** A page of 9 MB, and one with 3,000 links of 2 KB. */
async function startSite() {
  const text = `<html><title>large</title>${'<p>Some words of a page, and <b>more</b> of them.'.repeat((PAGE_MB * 1024 * 1024) / 49)}`;
  const links = Array.from({ length: 3_000 }, (_, i) => `<a href="/abcd/${i}${lettersOf(2_000)}">`).join('');
  return await startRawServer((socket, head) => {
    const isRobots = head.startsWith('GET /robots');
    const body = isRobots ? '' : head.startsWith('GET /links') ? links : text;
    const found = isRobots ? '404 Not Found' : '200 OK';
    socket.end(
      `HTTP/1.1 ${found}\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
}

/** A function answers 4 MB at most: ANSWER_TOO_LARGE names the range of the object. */
const onDeployment = ({ atOnce }: AttackedApi, ...statuses: number[]): number[] =>
  Number.isFinite(atOnce) ? statuses : [];

const fault = (statuses: readonly number[], allowed: readonly number[]): string[] =>
  statuses.every((status) => allowed.includes(status)) ? [] : [`answers: ${countsOf(statuses)}`];

/** Of the one page that was crawled. */
async function keyOf(server: AttackedApi, execution: string): Promise<string> {
  const records = await server.send('GET', `/v1/executions/${execution}/records`);
  const [{ key }] = (JSON.parse(records.text) as { items: [{ key: string }] }).items;
  return key;
}

/** What the attacks of one run share. */
class Stage {
  /** Where the site is. */
  readonly at: string;
  /** The last execution. */
  execution = '';

  constructor(port: number) {
    this.at = `http://127.0.0.1:${port}`;
  }

  async crawled(server: AttackedApi, exclude: readonly string[]): Promise<void> {
    this.execution = await server.crawl({ seeds: [`${this.at}/`], limits: { depth: 0 }, scope: scope(exclude) });
  }
}

function expressionAttacks(stage: Stage): readonly ApiAttack[] {
  const preview = { url: `${stage.at}/links`, settings: { allowPrivateNetwork: true } };
  return [
    {
      id: 'api-expressions-save',
      mostMb: 600,
      run: async (server) => {
        const body = { name: 'large', seeds: ['http://a.test/'], scope: scope(large(100)) };
        const statuses = await many(server, 20, () => server.send('POST', '/v1/workflows', body));
        return { seen: countsOf(statuses), problems: fault(statuses, [422]) };
      },
    },
    {
      id: 'api-expressions-explain',
      mostMb: 768,
      prepare: (server) => stage.crawled(server, ALLOWED),
      run: async (server) => {
        const path = `/v1/executions/${stage.execution}/explain?url=`;
        const statuses = await many(server, 30, () =>
          server.send('GET', `${path}${encodeURIComponent(longAddress())}`),
        );
        return { seen: countsOf(statuses), problems: fault(statuses, [200, 503]) };
      },
    },
    {
      id: 'api-expressions-preview',
      mostMb: 768,
      run: async (server) => {
        const body = { ...preview, workflow: { scope: scope(ALLOWED) } };
        const statuses = await many(server, 3, () => server.send('POST', '/v1/preview', body));
        return { seen: countsOf(statuses), problems: fault(statuses, [422, 503]) };
      },
    },
  ];
}

function archiveAttacks(stage: Stage): readonly ApiAttack[] {
  return [
    {
      id: 'api-page-text',
      mostMb: 768,
      prepare: (server) => stage.crawled(server, []),
      run: async (server) => {
        const key = await keyOf(server, stage.execution);
        const path = `/v1/executions/${stage.execution}/pages/${key}?part=text`;
        const statuses = await many(server, 20, () => server.send('GET', path));
        return { seen: countsOf(statuses), problems: fault(statuses, [200, 503, ...onDeployment(server, 422)]) };
      },
    },
    {
      id: 'api-ranges',
      mostMb: 768,
      prepare: (server) => stage.crawled(server, []),
      run: async (server) => {
        const listed = await server.send('GET', `/v1/executions/${stage.execution}/downloads`);
        const { items } = JSON.parse(listed.text) as { items: { url: string }[] };
        const own = server.url('/').host;
        const url = new URL(items[0]?.url ?? '/', server.url('/'));
        const range = (n: number) =>
          fetch(url, { headers: { ...(url.host === own && server.headers), range: `bytes=${n}-${999_999_999 + n}` } });
        const work = [`/downloads/all.warc.gz`, '/links?limit=1000', '/tasks?host=a.test', '/records?limit=1000'];
        const statuses = await many(server, 150, async (n) => {
          if (n % 2 === 0)
            return await server.send('GET', `/v1/executions/${stage.execution}${work[(n / 2) % work.length]}`);
          const response = await range(n);
          await response.arrayBuffer();
          return response;
        });
        return {
          seen: countsOf(statuses),
          problems: fault(statuses, [200, 206, 503, ...onDeployment(server, 302, 422)]),
        };
      },
    },
  ];
}

function readerAttacks(stage: Stage): readonly ServerAttack[] {
  return [
    {
      id: 'api-never-read',
      flags: ['--api-memory', '672'],
      mostMb: 512,
      prepare: (server) => stage.crawled(server, []),
      run: async (server) => {
        const key = await keyOf(server, stage.execution);
        for (let n = 0; n < 100; n++) {
          server
            .open({ reads: false })
            .write(`GET /v1/executions/${stage.execution}/pages/${key} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
        }
        await sleep(3_000);
        const late = await server.send('GET', `/v1/executions/${stage.execution}/pages/${key}?part=headers`);
        const light = await server.send('GET', '/v1/workflows');
        const problems =
          light.status === 200 && [200, 503].includes(late.status) ? [] : [`${late.status} ${light.status}`];
        return { seen: `a page ${late.status}, a list ${light.status}`, problems };
      },
    },
  ];
}

/** What one user asks for must not stop the others: work of the CPU and memory behind one route. */
export const apiWork: StagedScene = {
  name: 'work behind one request of the API',
  quick: false,
  attacks: [
    {
      id: 'api-expressions-save',
      sends: '20 workflows with 100 expressions of 1,800 instructions each',
      must: 'refused when saved; /health within 250 ms',
    },
    {
      id: 'api-expressions-explain',
      sends: '30 requests to explain an address of 8 KB, under the largest expressions that are allowed',
      must: 'answered or 503; /health within 250 ms; memory as configured',
    },
    {
      id: 'api-expressions-preview',
      sends: 'previews of a page with 3,000 links of 2 KB, under the largest expressions that are allowed',
      must: 'ended after 10 s of CPU; /health within 250 ms',
    },
    {
      id: 'api-page-text',
      sends: '20 requests for the text of a page of 9 MB at once',
      must: 'answered or 503; /health within 250 ms; memory as configured',
    },
    {
      id: 'api-ranges',
      sends: '150 requests for ranges of a gigabyte, whole files and long lists at once',
      must: 'answered or 503; /health within 250 ms; memory as configured',
    },
    {
      id: 'api-never-read',
      sends: '100 requests for a page of 9 MB over connections that never read',
      must: 'bounded memory; lists are answered; /health within 250 ms',
      notDeployed: 'connections of clients are those of API Gateway',
    },
  ],
  stage: async () => {
    const site = await startSite();
    try {
      const outcomes = [];
      const shared = new Stage(site.port);
      for (const attack of [...expressionAttacks(shared), ...archiveAttacks(shared), ...readerAttacks(shared)])
        outcomes.push(await attackServer(attack));
      return outcomes;
    } finally {
      await site.close();
    }
  },
  stageDeployed: async (at) => {
    const site = await startSite();
    try {
      const outcomes = [];
      const shared = new Stage(site.port);
      for (const attack of [...expressionAttacks(shared), ...archiveAttacks(shared)])
        outcomes.push(await attackDeployedApi(attack, at));
      return outcomes;
    } finally {
      await site.close();
    }
  },
};
