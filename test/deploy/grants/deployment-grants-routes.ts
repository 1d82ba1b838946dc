import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { itemOf } from '#adapters/aws/dynamo/attributes.ts';
import { requestKey } from '#adapters/aws/dynamo/keys.ts';
import { searchName, searchPrefix } from '#core/archive/object-keys.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { urlKeyOf } from '#core/url/url-key.ts';
import { claimOf } from '#engine/requested/requested-build.ts';
import { sampleExecution } from '#test/contract/samples.ts';
import type { EmulatedDeployment } from '#test/deploy/deployed/emulated-deployment.ts';
import { type Check, expectSame, type GrantCrawls } from '#test/deploy/grants/deployment-grants-checks.ts';
import type { Site } from '#test/site/site.ts';

type Asked = readonly [method: string, path: string, status: number, body?: unknown];

/**
 * One check per route with special input: in a fresh process, which remembers no key and
 * no answer.
 */
export function apiChecks(surf: EmulatedDeployment, site: Site, crawls: GrantCrawls): readonly Check[] {
  const world = new ApiWorld(surf, site, crawls);
  const check = (name: string, asked: (id: ExecutionId) => Asked): Check => ({
    name,
    run: async () => world.ask(asked(await world.crawled())),
  });
  const origin = (): string => site.origin(0);
  return [
    check('GET /v1/me', () => ['GET', 'v1/me', 200]),
    check('GET /v1/workflows', () => ['GET', 'v1/workflows', 200]),
    check('GET /v1/executions', () => ['GET', 'v1/executions', 200]),
    { name: 'GET /v1/executions of a standard user', run: () => world.askAsUser() },
    check('POST /v1/workflows', () => ['POST', 'v1/workflows', 201, { seeds: [`${origin()}/`] }]),
    check('GET /v1/executions/{id}', (id) => ['GET', `v1/executions/${id}`, 200]),
    { name: 'GET /v1/executions/{id} of one that runs', run: () => world.askRunning() },
    check('GET …/tasks', (id) => ['GET', `v1/executions/${id}/tasks`, 200]),
    check('GET …/events', (id) => ['GET', `v1/executions/${id}/events`, 200]),
    check('GET …/records', (id) => ['GET', `v1/executions/${id}/records`, 200]),
    check('GET …/explain', (id) => ['GET', `v1/executions/${id}/explain?url=${origin()}/never`, 200]),
    check('GET …/pages/{key}', (id) => ['GET', `v1/executions/${id}/pages/${urlKeyOf(`${origin()}/`)}`, 200]),
    { name: 'GET …/downloads/all.warc.gz', run: () => world.download() },
    { name: 'GET …/search, which has an index built', run: () => world.search() },
    { name: 'POST …/executions, and stop', run: () => world.startAndStop() },
    check('POST /v1/preview', () => ['POST', 'v1/preview', 200, { url: `${origin()}/` }]),
    check('POST /v1/estimate', () => ['POST', 'v1/estimate', 200, { workflow: { seeds: [`${origin()}/`] } }]),
    { name: 'POST and DELETE /v1/blocklist', run: () => world.block() },
  ];
}

class ApiWorld {
  readonly #surf: EmulatedDeployment;
  readonly #site: Site;
  readonly #crawls: GrantCrawls;
  #crawl: Promise<ExecutionId> | null = null;
  #userKey: string | null = null;

  constructor(surf: EmulatedDeployment, site: Site, crawls: GrantCrawls) {
    this.#surf = surf;
    this.#site = site;
    this.#crawls = crawls;
  }

  /** One that all checks look at; made while the API may do everything. */
  crawled(): Promise<ExecutionId> {
    this.#crawl ??= this.#crawls.oneHost().then(({ id }) => id);
    return this.#crawl;
  }

  async ask([method, path, status, body]: Asked, key = this.#surf.key): Promise<unknown> {
    const answer = await fetch(`${this.#surf.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expectSame(`${method} ${path} ${answer.status === status ? '' : text}`, answer.status, status);
    return text.startsWith('{') ? JSON.parse(text) : null;
  }

  async askAsUser(): Promise<void> {
    if (this.#userKey === null) {
      await this.ask(['PUT', 'v1/users/anna', 200, { role: 'standard' }]);
      const made = await this.ask(['POST', 'v1/keys', 201, { name: 'anna', owner: 'anna' }]);
      this.#userKey = (made as { key: string }).key;
    }
    await this.ask(['GET', 'v1/executions', 200], this.#userKey);
  }

  /** A row of an execution that works, made by hand: it does not end meanwhile. */
  async askRunning(): Promise<void> {
    const { catalog } = this.#surf.ports();
    const ended = await catalog.execution(await this.crawled());
    const { id } = sampleExecution();
    const answer = { type: 'crawl', wave: 9, plan: 'plan', units: 1, memoryMb: 256 } as const;
    const known = await catalog.execution(id).catch(() => null);
    if (known === null) {
      await catalog.createExecution({ ...ended, id, status: 'running', answer, plan: 'plan', deadlineAt: 1e15 });
    }
    await this.ask(['GET', `v1/executions/${id}`, 200]);
  }

  async download(): Promise<void> {
    const id = await this.crawled();
    const { archive } = this.#surf.ports();
    const made: string[] = [];
    for await (const { key } of archive.list(`executions/${id}/downloads/`)) made.push(key);
    await archive.delete(made);
    await this.ask(['GET', `v1/executions/${id}/downloads/all.warc.gz`, 307]);
  }

  /** As the first search: without an index, and without the claim of an earlier check. */
  async search(): Promise<void> {
    const id = await this.crawled();
    const { archive, catalog } = this.#surf.ports();
    const found: string[] = [];
    for await (const { key } of archive.list(searchPrefix(id))) found.push(key);
    await archive.delete(found);
    const { wave } = await catalog.execution(id);
    const { owner, key } = claimOf(searchName(id, wave), 1);
    const Key = itemOf({ ...requestKey(owner, key) });
    await this.#surf.clients.dynamo.send(new DeleteItemCommand({ TableName: this.#surf.names.workflows, Key }));
    await this.ask(['GET', `v1/executions/${id}/search?q=same`, 409]);
  }

  async startAndStop(): Promise<void> {
    const slowly = { politeness: { delaySeconds: 5 } };
    const id = await this.#crawls.start([`${this.#site.origin(0)}/`], slowly);
    await this.ask(['POST', `v1/executions/${id}/actions`, 200, { action: 'stop' }]);
  }

  async block(): Promise<void> {
    const entry = await this.ask(['POST', 'v1/blocklist', 201, { pattern: 'never.example' }]);
    await this.ask(['DELETE', `v1/blocklist/${(entry as { id: string }).id}`, 204]);
  }
}
