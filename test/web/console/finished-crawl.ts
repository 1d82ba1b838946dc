import { setTimeout as sleep } from 'node:timers/promises';
import { answered, type SurfClient } from '#api/client/client.ts';
import type { Execution, WorkflowDefinition } from '#api/client/schema.ts';

/** For a deployment on a machine that does much else. */
const PATIENCE_MS = 240_000;

/** Saves a workflow and starts it, without a browser. */
export async function startCrawl(client: SurfClient, definition: object): Promise<Execution> {
  const body = { politeness: { delaySeconds: 0 }, ...definition } as unknown as WorkflowDefinition;
  const { id } = answered(await client.POST('/v1/workflows', { body }));
  const settings = { allowPrivateNetwork: true, connectTo: [] };
  return answered(await client.POST('/v1/workflows/{id}/executions', { params: { path: { id } }, body: { settings } }));
}

/** The same, until its end. */
export async function finishedCrawl(client: SurfClient, definition: object): Promise<Execution> {
  const { execution: id } = await startCrawl(client, definition);
  return await endOf(client, id);
}

/** Waits until an execution has ended. */
export async function endOf(client: SurfClient, id: string): Promise<Execution> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const now = answered(await client.GET('/v1/executions/{id}', { params: { path: { id } } }));
    if (now.endedAt !== null) return now;
    await sleep(200);
  }
  throw new Error(`execution ${id} does not end`);
}

/** Key of the first record: names its archived page. */
export async function firstKey(client: SurfClient, id: string): Promise<string> {
  const answer = await client.GET('/v1/executions/{id}/records', {
    params: { path: { id }, query: { limit: 1 } },
    headers: { Accept: 'application/json' },
  });
  const page = answered(answer) as { items: readonly { key: string }[] };
  return page.items[0]?.key ?? '';
}
