import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { accepts } from 'hono/accepts';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { streamOf } from '#api/http/stream.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { PageRecord, recordOf } from '#api/schemas/page-record.ts';
import { Paging, pageOf } from '#api/schemas/paging.ts';
import type { Execution } from '#core/execution/execution.ts';
import { csvLine } from '#core/export/tables/csv-line.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import { recordFields } from '#core/export/tables/record-fields.ts';
import { tableColumns } from '#core/export/tables/table-columns.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { exportPages } from '#engine/export/supply/page-lines.ts';
import { pageRecords } from '#engine/page-chunks/page-records.ts';

const JSON_LINES = 'application/jsonl';
const CSV = 'text/csv';

const RecordQuery = Paging.extend({
  errors: z.enum(['true']).optional().openapi({ description: 'Only pages whose records have errors.' }),
});

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/records',
  tags: ['executions'],
  operationId: 'listRecords',
  summary: 'Pages, and what was extracted from them',
  description:
    'One item a page, in the order of the crawl. The last ones are those whose outcome is durable but not settled (`provisional`; CSV leaves them out). ' +
    'When Surf settles pages during a walk by cursor, the walk has them again, settled. `Accept: application/json` (the default) gives a page of the list, by cursor, short of 4 MiB; ' +
    '`application/jsonl` and `text/csv` give all items in one answer, which `limit` and `next` do not change: a deployment sends up to 4 MiB, and files (downloads) of any size. A response that ends early is not complete.',
  request: { params: ByExecution, query: RecordQuery },
  responses: {
    200: {
      description: 'A page of the list, or all lines.',
      content: {
        'application/json': { schema: pageOf(PageRecord, 'RecordPage') },
        [JSON_LINES]: {
          schema: z
            .string()
            .openapi({ description: 'One PageRecord without `key` a line; `provisional` only where it is true.' }),
        },
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
    const { limit, next, errors } = c.req.valid('query');
    const errorsOnly = errors === 'true';
    if (type === JSON_LINES)
      return c.body(await streamOf(jsonLines(ports, row, errorsOnly)), 200, { 'Content-Type': JSON_LINES });
    if (type === CSV) {
      return c.body(await streamOf(csvLines(ports, row, errorsOnly)), 200, { 'Content-Type': `${CSV}; charset=utf-8` });
    }
    const page = await pageRecords(ports, row.id, { limit, errorsOnly, ...(next !== undefined && { next }) });
    return c.json({ items: page.items.map(recordOf), next: page.next }, 200);
  });
}

/** @param errorsOnly only pages whose records have errors */
async function* wantedPages(
  ports: ApiPorts,
  id: ExecutionId,
  { errorsOnly, running }: { errorsOnly: boolean; running: boolean },
): AsyncGenerator<PageLine> {
  for await (const page of exportPages(ports, id, { running })) {
    if (!errorsOnly || (page.recordErrors?.length ?? 0) > 0) yield page;
  }
}

async function* jsonLines(ports: ApiPorts, { id }: Execution, errorsOnly: boolean): AsyncGenerator<string> {
  for await (const page of wantedPages(ports, id, { errorsOnly, running: true })) yield `${JSON.stringify(page)}\n`;
}

async function* csvLines(ports: ApiPorts, row: Execution, errorsOnly: boolean): AsyncGenerator<string> {
  const { definition } = await ports.catalog.workflow(row.workflowId, row.workflowVersion);
  const columns = tableColumns(recordFields(definition));
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of wantedPages(ports, row.id, { errorsOnly, running: false }))
    yield csvLine(columns.map(({ cell }) => cell(page)));
}
