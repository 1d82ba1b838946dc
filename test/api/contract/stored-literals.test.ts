import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WorkflowId } from '#core/model/ids.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { type ApiBench, openApiBench } from '#test/api/api-bench.ts';
import { type Site, startSite } from '#test/site/site.ts';

const CANARY = 'canary-14142135-hush';
const OLD = { Authorization: `Bearer ${CANARY}`, 'X-Key': { value: CANARY, secret: true } };
const ID = 'w0aaaaaaaaaaaaaaaaaa' as WorkflowId;

let api: ApiBench;
let site: Site;
beforeAll(async () => {
  site = await startSite({ handler: (exchange) => exchange.html('<a href="/1">1</a>') });
  api = openApiBench();
  const definition = Workflow.parse({ seeds: [`${site.origin(0)}/`], fetch: { headers: OLD } });
  const head = { v: 1, id: ID, owner: 'anna', name: 'old', version: 1, createdAt: 1, updatedAt: 1 } as const;
  await api.ports.workflows.create(head, definition);
});
afterAll(async () => {
  await Promise.all([api.close(), site.close()]);
});

describe('secrets that an earlier version stored', () => {
  it.each(['anna', 'admin'] as const)('are in no answer to %s', async (as) => {
    const paths = ['/v1/workflows', `/v1/workflows/${ID}`, `/v1/workflows/${ID}/versions/1`];

    const answers = await Promise.all(paths.map((path) => api.send('GET', path, { as })));

    expect(answers.map(({ status, text }) => [status, text.includes(CANARY)])).toEqual(Array(3).fill([200, false]));
    expect(answers[1]?.body).toMatchObject({
      definition: { fetch: { headers: { 'X-Key': { value: '(removed)', secret: true } } } },
    });
  });

  it('are not sent: a start is refused, and so is a version with what is left of them', async () => {
    const { body } = await api.send('GET', `/v1/workflows/${ID}`, { as: 'anna' });

    const start = await api.send('POST', `/v1/workflows/${ID}/executions`, { body: {}, as: 'anna' });
    const saved = await api.send('POST', '/v1/workflows', { body: body.definition, as: 'anna' });

    expect([start, saved].map(({ status, body: problem }) => [status, problem.code])).toEqual([
      [422, 'SECRET_LITERAL'],
      [422, 'SECRET_LITERAL'],
    ]);
    expect(site.log).toEqual([]);
  });

  it('are in no plan that the API serves', async () => {
    const id = await api.crawl({ seeds: [`${site.origin(0)}/`] }, 'anna');
    const folder = join(api.data, 'objects', 'executions', id);
    const [plan = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('plan.json'),
    );
    const served = () => api.send('GET', `/v1/executions/${id}/archive/${plan.replaceAll('/', '~')}`, { as: 'anna' });

    const before = await served();
    const text = readFileSync(join(folder, plan), 'utf8');
    writeFileSync(join(folder, plan), text.replace('"headers":{}', `"headers":${JSON.stringify(OLD)}`));
    const after = await served();

    expect(readFileSync(join(folder, plan), 'utf8')).toContain(CANARY);
    expect([before.status, after.status, after.body.code, after.text.includes(CANARY)]).toEqual([
      ...[200, 404, 'OBJECT_NOT_FOUND', false],
    ]);
  });
});
