import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signedHeaders } from '#adapters/http/webhook/standard-webhook.ts';
import { answered, createClient } from '#api/client/client.ts';
import type { ListedMessage, SubscriptionWithSecret } from '#cli/stores/notifications.ts';
import { CliBench, errorOf, linesOf } from '#test/e2e/process/cli-bench.ts';
import { SurfProcess } from '#test/e2e/process/surf-process.ts';
import { startSite } from '#test/site/site.ts';

const bench = new CliBench();
const PATIENCE = { timeout: 120_000, interval: 200 };

interface Received {
  readonly id: string;
  readonly type: string;
  readonly isSigned: boolean;
  readonly data: { execution?: string; pages?: { count: number; named: { url: string; what: string }[] } };
}

let received: Received[] = [];
let secret = '';
/** Answers a message; it may leave it without an answer. */
let answer: (response: ServerResponse) => void;
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    const [id, seconds] = [String(request.headers['webhook-id']), Number(request.headers['webhook-timestamp'])];
    const { 'webhook-signature': signature } = signedHeaders({ id, at: seconds * 1_000, body }, [secret]);
    const isSigned = request.headers['webhook-signature'] === signature;
    received.push({ id, isSigned, ...(JSON.parse(body) as Pick<Received, 'type' | 'data'>) });
    answer(response);
  });
});

beforeEach(async () => {
  received = [];
  answer = (response) => response.writeHead(204).end();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function savedWorkflow(seed: string): Promise<void> {
  const folder = join(bench.folder, 'workflows');
  await mkdir(folder);
  const workflow = { name: 'docs', seeds: [seed], politeness: { delaySeconds: 0 }, retry: { attempts: 1 } };
  await writeFile(join(folder, 'docs.json'), JSON.stringify({ ...workflow, limits: { pages: 2 } }));
  expect((await bench.run('apply', folder, '--yes')).code).toBe(0);
}

async function subscribe(...flags: string[]): Promise<void> {
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const of = flags.includes('--mine') ? [] : ['docs'];
  const made = await bench.run('notify', ...of, hook, '--allow-private-network', '--json', ...flags);
  secret = linesOf<SubscriptionWithSecret>(made)[0]?.secret ?? secret;
}

async function served(): Promise<{ server: SurfProcess; start: () => Promise<string> }> {
  const server = new SurfProcess([
    ...['serve', '--data', bench.data, '--port', '0', '--json', '--allow-private-network'],
  ]);
  const { address } = JSON.parse(await server.prints()) as { address: string };
  const client = createClient({ address });
  const start = async (): Promise<string> => {
    const [head] = answered(await client.GET('/v1/workflows', {})).items;
    if (head === undefined) throw new Error('there is no workflow');
    const params = { path: { id: head.id } };
    return answered(await client.POST('/v1/workflows/{id}/executions', { params, body: {} })).execution;
  };
  return { server, start };
}

const typesOf = (execution: string): string[] =>
  received.filter(({ data }) => data.execution === execution).map(({ type }) => type);

describe('surf notify', () => {
  it('prints the events and the watched pages of a subscription in one column', async () => {
    await savedWorkflow('http://127.0.0.1:9/');
    await subscribe('--on', 'page-changed,ended', '--urls', '*/docs/*', '--selector', 'h1', '--every', '30');
    const { stdout } = await bench.run('notify', 'docs');

    expect(stdout.split('\n').slice(1)).toEqual([
      '  on        page-changed, ended; at most one message in 30 minutes',
      '  urls      */docs/*',
      '  selector  h1',
      '',
    ]);
  });

  it('takes the only subscription without a name, and lists the names of several', async () => {
    await savedWorkflow(bench.seed);
    await subscribe('--name', 'alarm');
    const only = await bench.run('notify', 'docs', '--test', '--json');
    const log = linesOf<ListedMessage>(await bench.run('notify', 'docs', '--log', '--json'));
    await subscribe('--name', 'stock');
    const several = await bench.run('notify', 'docs', '--log', '--json');

    expect([only.code, log.length, several.code]).toEqual([0, 1, 2]);
    expect(errorOf(several).message).toBe('there are 2 subscriptions: alarm, stock');
  });

  it('saves, tests, lists, rotates and removes, and says what is wrong', async () => {
    await savedWorkflow(bench.seed);
    await subscribe('--on', 'ended,failed');
    const tested = await bench.run('notify', 'docs', '--test', '--json');
    answer = (response) => response.writeHead(500).end();
    const refused = await bench.run('notify', 'docs', '--retry', received[0]?.id ?? '', '--json');
    const log = linesOf<ListedMessage>(await bench.run('notify', 'docs', '--log', '--json'));
    const words = (await bench.run('notify', 'docs', '--log')).stdout;
    const listed = linesOf<object>(await bench.run('notify', 'docs', '--json'));
    const rotated = linesOf<SubscriptionWithSecret>(await bench.run('notify', 'docs', '--rotate', '--json'));
    const removed = await bench.run('notify', 'docs', '--remove', '--json');
    const gone = await bench.run('notify', 'docs', '--test', '--json');
    answer = (response) => response.writeHead(204).end();
    await subscribe('--mine');
    const mine = await bench.run('notify', '--mine', '--test', '--json');
    const nothing = await bench.run('notify', '--json');
    const event = await bench.run('notify', 'docs', 'https://hook.example/', '--on', 'finished', '--json');

    expect([tested.code, refused.code, removed.code, gone.code, event.code]).toEqual([0, 1, 0, 4, 2]);
    expect([mine.code, nothing.code]).toEqual([0, 2]);
    expect(received.map(({ type, isSigned }) => [type, isSigned])).toEqual([
      ...[
        ['test', true],
        ['test', true],
        ['test', true],
      ],
    ]);
    expect(received[0]?.id).toBe(received[1]?.id);
    expect(log).toMatchObject([{ id: received[0]?.id, state: 'waiting', last: { status: 500 } }]);
    expect(words).toMatch(/^\S+Z {2}msg_\S+ {2}test {2}waiting, 1 try {2}the target answers 500; next try \S+Z$/m);
    expect(listed).toMatchObject([{ name: 'default', events: ['ended', 'failed'] }]);
    expect(rotated[0]?.secret).not.toBe(secret);
    expect([errorOf(gone).code, errorOf(event).remedy]).toEqual([
      ...['SUBSCRIPTION_NOT_FOUND', expect.stringContaining('nothing-fetched')],
    ]);
  });
});

describe('surf serve with subscriptions (S24)', () => {
  it('tells ends and limits of crawls, and the pages that are new', async () => {
    let links = '<a href="/1">1</a><a href="/2">2</a>';
    const site = await startSite({
      handler: (exchange) =>
        exchange.html(exchange.url.pathname === '/' ? links : `<title>${exchange.url.pathname}</title>`),
      robots: (exchange) => exchange.send(404, {}, ''),
    });
    await savedWorkflow(`${site.origin(0)}/`);
    await subscribe('--on', 'started,ended,limited,new-pages');
    const { server, start } = await served();
    const first = await start();
    await expect.poll(() => typesOf(first).length, PATIENCE).toBe(3);
    links = `<a href="/new">new</a>${links}`;
    const second = await start();
    await expect.poll(() => typesOf(second).length, PATIENCE).toBe(4);
    await server.kill();
    await site.close();
    const pages = received.find(({ type }) => type === 'pages.new')?.data.pages;

    expect(typesOf(first).toSorted()).toEqual(['execution.ended', 'execution.limited', 'execution.started']);
    expect(typesOf(second)).toContain('pages.new');
    expect(pages).toMatchObject({ count: 1, named: [{ url: `${site.origin(0)}/new`, what: 'new' }] });
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  });

  it('loses nothing when it is killed as it sends: the next one sends the same id', async () => {
    await savedWorkflow(`${bench.site.origin(0)}/gone`);
    await subscribe('--on', 'nothing-fetched');
    answer = () => undefined; // as if the target hung
    const first = await served();
    const execution = await first.start();
    await expect.poll(() => typesOf(execution), PATIENCE).toEqual(['execution.nothing-fetched']);
    await first.server.kill();
    answer = (response) => response.writeHead(204).end();
    const second = await served();
    await expect.poll(() => typesOf(execution).length, PATIENCE).toBe(2);
    const log = async () => linesOf<ListedMessage>(await bench.run('notify', 'docs', '--log', '--json'));
    await expect.poll(async () => (await log())[0]?.state, PATIENCE).toBe('delivered');
    await second.server.kill();

    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(await log()).toHaveLength(1);
  });
});
