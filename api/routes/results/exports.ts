import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { bytesAnswer, fileAnswer, MOVED } from '#api/http/object-answer.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { earlierThan } from '#api/routes/results/earlier-execution.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { textAmountOf } from '#api/schemas/fit-query.ts';
import { DownloadLink } from '#api/schemas/results/download.ts';
import { ExportFormat, ExportList, ExportQuery } from '#api/schemas/results/export.ts';
import { SurfError } from '#core/error.ts';
import { columnNames } from '#core/export/tables/columns/chosen-columns.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { type ExportRequest, exportFileOf } from '#engine/export/export-execution.ts';
import { EXPORT_FORMATS, FORMAT_NAMES, type ExportFormat as Format, type FormatName } from '#engine/export/formats.ts';
import type { ExportOptions } from '#engine/export/job/export-job.ts';

const tags = ['executions'];
const binary = z.string().openapi({ format: 'binary' });
const MEDIA_TYPES = ['application/zip', ...FORMAT_NAMES.map((name) => mediaTypeOf(EXPORT_FORMATS[name]))];
const MEDIA = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: binary }]));

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/exports',
  tags,
  operationId: 'listExports',
  summary: 'Formats in which an execution can be exported',
  request: { params: ByExecution },
  responses: {
    200: { description: 'All formats.', content: { 'application/json': { schema: ExportList } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

const file = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/exports/{format}',
  tags,
  operationId: 'exportExecution',
  summary: 'All of an execution as one file',
  description:
    'The server makes the file while it sends it. The file of a running execution has the pages that are committed now. A response that ends early is not complete. ' +
    'A deployment exports ended executions, in a function: it answers `EXPORT_RUNNING` meanwhile, and keeps the file for the next request. A file of more than ' +
    '4 MB is elsewhere: a redirect leads there, or, with `Accept: application/json`, the answer names the place.',
  request: { params: ByExecution.extend({ format: ExportFormat }), query: ExportQuery },
  responses: {
    200: {
      description: 'The file, or where it is.',
      content: { ...MEDIA, 'application/json': { schema: DownloadLink } },
    },
    307: MOVED,
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function exportRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const { id } = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    return c.json({ items: FORMAT_NAMES.map((name) => itemOf(id, name)) }, 200);
  });

  app.openapi(file, async (c) => {
    const { id, format } = c.req.valid('param');
    const row = await ownExecution(ports, c.get('caller'), id);
    const request = requestOf({ id: row.id, format, ...c.req.valid('query') });
    const { changedSince } = c.req.valid('query');
    const as = exportFileOf(request);
    const since =
      changedSince && (await earlierThan(ports, c.get('caller'), { row, since: changedSince, field: 'changedSince' }));
    const found = await ports.file({ ...request, ...(since && { since }) });
    return 'parts' in found ? await bytesAnswer(c, as, found.parts) : await fileAnswer(c, ports, { ...found, ...as });
  });
}

interface AskedExport {
  readonly id: ExecutionId;
  readonly format: FormatName;
  readonly as?: 'file' | 'zip' | undefined;
  readonly by?: 'page' | 'target' | undefined;
  readonly explicitPorts?: 'true' | 'false' | undefined;
  readonly nearDuplicates?: 'keep' | 'skip' | undefined;
  readonly threshold?: number | undefined;
  readonly columns?: string | undefined;
  readonly mode?: 'main' | 'full' | 'fit' | undefined;
  readonly tokens?: number | undefined;
  readonly chunkTokens?: number | undefined;
  readonly changedSince?: string | undefined;
}

/** The parameter of each option of a format, and a format that knows it. */
const PARAMETERS: readonly {
  readonly name: string;
  readonly isGiven: (asked: AskedExport) => boolean;
  readonly option: keyof ExportOptions;
  readonly example: FormatName;
}[] = [
  { name: 'by', isGiven: ({ by }) => by !== undefined, option: 'byTarget', example: 'links' },
  {
    name: 'explicitPorts',
    isGiven: ({ explicitPorts }) => explicitPorts !== undefined,
    option: 'explicitPorts',
    example: 'crawl-table',
  },
  { name: 'nearDuplicates', isGiven: (asked) => skipsNearOf(asked), option: 'skipsNear', example: 'jsonl' },
  {
    name: 'threshold',
    isGiven: (asked) => asked.threshold !== undefined && !skipsNearOf(asked),
    option: 'threshold',
    example: 'near-duplicates',
  },
  { name: 'columns', isGiven: ({ columns }) => columns !== undefined, option: 'columns', example: 'csv' },
  {
    name: 'mode',
    isGiven: ({ mode, tokens }) => (mode ?? tokens) !== undefined,
    option: 'fitTokens',
    example: 'markdown',
  },
  {
    name: 'chunkTokens',
    isGiven: ({ chunkTokens }) => chunkTokens !== undefined,
    option: 'chunkTokens',
    example: 'chunks',
  },
  { name: 'changedSince', isGiven: ({ changedSince }) => changedSince !== undefined, option: 'only', example: 'jsonl' },
];

const skipsNearOf = ({ nearDuplicates }: AskedExport): boolean => nearDuplicates === 'skip';

/** @throws SurfError REQUEST_INVALID for an option that the format does not know */
function requestOf(asked: AskedExport): ExportRequest {
  const { id, format, as, by, explicitPorts, threshold, columns, mode, tokens, chunkTokens } = asked;
  const { options: known }: Format = EXPORT_FORMATS[format];
  for (const { name, isGiven, option, example } of PARAMETERS)
    if (isGiven(asked) && known?.includes(option) !== true) throw unknownOption(name, format, example);
  const options = {
    byTarget: by === 'target',
    explicitPorts: explicitPorts === 'true',
    skipsNear: skipsNearOf(asked),
    ...(threshold !== undefined && { threshold }),
    ...textAmountOf({ mode, tokens }),
    ...(chunkTokens !== undefined && { chunkTokens }),
    ...(columns !== undefined && { columns: columnNames(columns) }),
  };
  return { id, format, ...(as !== undefined && { as }), options };
}

function itemOf(id: ExecutionId, name: FormatName) {
  const format: Format = EXPORT_FORMATS[name];
  const url = `/v1/executions/${id}/exports/${name}`;
  const zipUrl = format.folder !== undefined && format.file !== undefined ? `${url}?as=zip` : null;
  return { format: name, title: format.title, about: format.about, ...exportFileOf({ id, format: name }), url, zipUrl };
}

function mediaTypeOf({ mediaType }: Format): string {
  return (mediaType ?? 'application/zip').split(';', 1)[0] as string;
}

const unknownOption = (option: string, name: FormatName, other: FormatName): SurfError =>
  new SurfError('REQUEST_INVALID', `${option} is not an option of the format ${name}`, {
    remedy: `leave it out; it works with ${other}`,
  });
