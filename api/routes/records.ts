import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import type { ApiEnv, ApiPorts } from '#api/api-ports.ts';
import { problems } from '#api/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { PageRecord, recordOf } from '#api/schemas/page-record.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import { streamOf } from '#api/stream.ts';
import type { Execution } from '#core/execution/execution.ts';
import { csvLine } from '#core/export/csv-line.ts';
import { recordFields } from '#core/export/record-fields.ts';
import { tableColumns } from '#core/export/table-columns.ts';
import { exportPages } from '#engine/export-jsonl.ts';
import { pageRecords } from '#engine/page-records.ts';

const JSON_LINES = 'application/jsonl';
const CSV = 'text/csv';

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/records',
  tags: ['executions'],
  operationId: 'listRecords',
  summary: 'Pages, and what was extracted from them',
  description:
    'One item a page, in the order of the crawl. `Accept: application/json` (the default) gives a page of the list, by cursor, short of 4 MiB; ' +
    '`application/jsonl` and `text/csv` all of them in one answer, which `limit` and `next` do not change: a deployment sends up to 4 MiB, and files (downloads) of any size. An answer that ends early is broken off.',
  request: { params: ByExecution, query: Paging },
  responses: {
    200: {
      description: 'A page of the list, or all lines.',
      content: {
        'application/json': { schema: pageOf(PageRecord, 'RecordPage') },
        [JSON_LINES]: { schema: z.string().openapi({ description: 'One PageRecord without `key` a line.' }) },
        [CSV]: { schema: z.string().openapi({ description: 'RFC 4180; the first row names the columns.' }) },
      },
    },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function recordRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const type = accepts(c, {
      header: 'Accept',
      supports: ['application/json', JSON_LINES, CSV],
      default: 'application/json',
    });
    if (type === JSON_LINES) return c.body(await streamOf(jsonLines(ports, row)), 200, { 'Content-Type': JSON_LINES });
    if (type === CSV) {
      return c.body(await streamOf(csvLines(ports, row)), 200, { 'Content-Type': `${CSV}; charset=utf-8` });
    }
    const { limit, next } = c.req.valid('query');
    const page = await pageRecords(ports, row.id, { limit, ...(next !== undefined && { next }) });
    return c.json({ items: page.items.map(recordOf), next: page.next }, 200);
  });
}

async function* jsonLines(ports: ApiPorts, { id }: Execution): AsyncGenerator<string> {
  for await (const page of exportPages(ports, id)) yield `${JSON.stringify(page)}\n`;
}

async function* csvLines(ports: ApiPorts, row: Execution): AsyncGenerator<string> {
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const columns = tableColumns(recordFields(definition));
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of exportPages(ports, row.id)) yield csvLine(columns.map(({ cell }) => cell(page)));
}
