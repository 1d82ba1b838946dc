import { setTimeout } from 'node:timers/promises';
import type { Catalog } from '#core/execution/catalog.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Answer, CALLERS, SendOptions } from '#test/api/api-bench.ts';
import type { FuzzApi } from '#test/api/fuzz/fuzz-world.ts';
import type { DeployedApi } from '#test/deploy/deployed/deployed-api.ts';

type Name = keyof typeof CALLERS;
const ENDED = ['succeeded', 'limited', 'stopped', 'failed'];

/**
 * The callers of the API's tests, asking a deployment: an administrator and two standard users,
 * each with a key that was made by the first key.
 */
export class DeployedCallers implements FuzzApi {
  readonly kept: ReadonlySet<string>;
  readonly #url: string;
  readonly #catalog: Pick<Catalog, 'execution'>;
  readonly #keys: Readonly<Record<Name, string>>;

  private constructor(
    { url, deployment }: Pick<DeployedApi, 'url' | 'deployment'>,
    of: { keys: Readonly<Record<Name, string>>; kept: readonly string[] },
  ) {
    this.#url = url;
    this.#catalog = deployment.ports().catalog;
    this.#keys = of.keys;
    this.kept = new Set(of.kept);
  }

  static async create(api: DeployedApi): Promise<DeployedCallers> {
    const first = new DeployedCallers(api, { keys: { admin: api.key, anna: '', bert: '' }, kept: [] });
    const made = async (owner?: string): Promise<{ id: string; key: string }> => {
      const { body } = await first.send('POST', '/v1/keys', { body: { name: 'of the tests', owner } });
      return { id: String(body.id), key: String(body.key) };
    };
    for (const user of ['anna', 'bert']) await first.send('PUT', `/v1/users/${user}`, { body: { role: 'standard' } });
    const [admin, anna, bert] = [await made(), await made('anna'), await made('bert')];
    const keys = { admin: admin.key, anna: anna.key, bert: bert.key };
    return new DeployedCallers(api, { keys, kept: [admin.id, anna.id, bert.id] });
  }

  async send(method: string, path: string, { body, headers = {}, as = 'admin' }: SendOptions = {}): Promise<Answer> {
    const answer = await fetchAgain(`${this.#url}${path.slice(1)}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(as !== 'nobody' && { 'x-api-key': this.#keys[as] }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const text = bytes.toString('utf8');
    const isJson =
      text !== '' && /^application\/(?:problem\+)?json(?:;|$)/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : {}, text, bytes };
  }

  /** Has a crawl of sites on this machine run to its end. @returns the execution's id */
  async crawl(workflow: Readonly<Record<string, unknown>>, as: Name = 'admin'): Promise<string> {
    const quick = { politeness: { delaySeconds: 0 }, retry: { attempts: 1 }, ...workflow };
    const saved = await this.send('POST', '/v1/workflows', { body: quick, as });
    const started = await this.send('POST', `/v1/workflows/${saved.body.id}/executions`, { body: {}, as });
    const id = String(started.body.execution);
    await this.ended(id);
    return id;
  }

  /** @returns the execution as it ended */
  async ended(id: string): Promise<Record<string, unknown>> {
    for (let look = 0; look < 2_400; look++) {
      // A look through the API takes a call of a function, too: only the last one goes there.
      const row = await this.#catalog.execution(id as ExecutionId);
      if (!ENDED.includes(row.status)) {
        await setTimeout(250);
        continue;
      }
      const { status, body } = await this.send('GET', `/v1/executions/${id}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      if (ENDED.includes(String(body.status))) return body;
      await setTimeout(250);
    }
    throw new Error(`${id} does not end`);
  }

  /** The deployment is another's. */
  async close(): Promise<void> {}
}

/**
 * A test that computes for seconds finds out too late that the emulator has closed the connection
 * that it kept: nothing of such a request has arrived.
 */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    if (cause?.code !== 'ECONNRESET') throw error;
    return await fetch(url, init);
  }
}
