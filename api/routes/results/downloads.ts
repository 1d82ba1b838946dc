import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { bytesAnswer, movedAnswer, objectAnswer, objectResponses } from '#api/http/object-answer.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { Paging } from '#api/schemas/paging.ts';
import { ByteRange } from '#api/schemas/results/byte-range.ts';
import { type Download, DownloadPage } from '#api/schemas/results/download.ts';
import { CHUNK_SUFFIX, executionPrefix } from '#core/archive/object-keys.ts';
import type { Execution } from '#core/execution/execution.ts';
import {
  DOWNLOAD_FORMATS,
  type DownloadFormat,
  type DownloadPart,
  hasWhole,
  pageDownloads,
  wholeFile,
  wholeObject,
} from '#engine/pages/list-downloads.ts';

const tags = ['executions'];
const MEDIA_TYPE = 'application/gzip';
/**
 * Whole files are `all.warc.gz` and the like; the name of a part is the object's key after
 * `chunks/`, with `~` for `/`.
 */
const NAME = /^(?:all|\d{6}~\d{6}~[A-Za-z0-9._-]{1,100})\.(?:warc|records\.jsonl|links\.jsonl)\.gz$/;

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/downloads',
  tags,
  operationId: 'listDownloads',
  summary: 'Files of an execution, with their digests',
  request: { params: ByExecution, query: Paging },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: DownloadPage } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

const file = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/downloads/{name}',
  tags,
  operationId: 'download',
  summary: 'One file',
  description:
    'Bytes that need not pass the API are elsewhere: a redirect leads there, or, with `Accept: application/json`, the answer names the place. ' +
    '`Range` counts for a file of the list, not for all of a format.',
  request: {
    headers: ByteRange,
    params: ByExecution.extend({
      name: z
        .string()
        .regex(NAME)
        .openapi({
          param: { name: 'name', in: 'path' },
          description:
            'As in the list; or all of a format: `all.warc.gz`, `all.records.jsonl.gz`, `all.links.jsonl.gz`.',
          example: 'all.warc.gz',
        }),
    }),
  },
  responses: {
    ...objectResponses(MEDIA_TYPE),
    ...problems(400, 401, 404, 416, 422, 429),
  },
});

export function downloadRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { limit, next } = c.req.valid('query');
    const page = await pageDownloads(ports, row.id, { limit, ...(next !== undefined && { next }) });
    const items = await Promise.all(page.items.map((part) => downloadOf(ports, row, part)));
    return c.json({ items, next: page.next, whole: hasWhole(row) ? wholeOf(row) : [] }, 200);
  });

  app.openapi(file, async (c) => {
    const { id, name } = c.req.valid('param');
    const row = await ownExecution(ports, c.get('caller'), id);
    const format = formatOf(name);
    if (name.startsWith('all.')) return await sendWhole(c, ports, { row, format, name });
    const object = `${executionPrefix(row.id)}chunks/${name.replaceAll('~', '/')}`;
    return await objectAnswer(c, ports, { object, fileName: name, mediaType: MEDIA_TYPE });
  });
}

interface Whole {
  readonly row: Execution;
  readonly format: DownloadFormat;
  readonly name: string;
}

async function sendWhole(c: Context<ApiEnv>, ports: ApiPorts, { row, format, name }: Whole): Promise<Response> {
  const as = { fileName: name.replace(/^all/, row.id), mediaType: MEDIA_TYPE }; // two executions' files are in one folder
  if (ports.downloads.mostAnswerBytes === null) return await bytesAnswer(c, as, wholeFile(ports, row, format));
  const object = await wholeObject(ports, row, format);
  const answer = object === null ? null : await movedAnswer(c, ports, { object, ...as });
  return answer ?? (await bytesAnswer(c, as, wholeFile(ports, row, format)));
}

const formatOf = (name: string): DownloadFormat =>
  DOWNLOAD_FORMATS.find((format) => name.endsWith(CHUNK_SUFFIX[format])) ?? 'warc';

const wholeOf = ({ id }: Execution): { format: DownloadFormat; url: string }[] =>
  DOWNLOAD_FORMATS.map((format) => ({ format, url: `/v1/executions/${id}/downloads/all${CHUNK_SUFFIX[format]}` }));

async function downloadOf({ downloads }: ApiPorts, row: Execution, part: DownloadPart): Promise<Download> {
  const { format, object, bytes, sha256 } = part;
  const name = object.slice(`${executionPrefix(row.id)}chunks/`.length).replaceAll('/', '~');
  const link = await downloads.link(object, { fileName: name, mediaType: MEDIA_TYPE });
  const url = link?.url ?? `/v1/executions/${row.id}/downloads/${name}`;
  return { format, name, bytes, sha256, url, expiresAt: link === null ? null : isoTime(link.expiresAt) };
}
