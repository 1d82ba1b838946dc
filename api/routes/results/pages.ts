import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { answerProblem, problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ArchivedHead, headOf } from '#api/schemas/archived-page.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { FIT_QUERY, textAmountOf } from '#api/schemas/fit-query.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { factsJson, PageFactsSchema } from '#api/schemas/results/page-facts.ts';
import { CHUNK_SUFFIX } from '#core/archive/object-keys.ts';
import { MOST_DOCUMENT } from '#core/content/document-text.ts';
import type { MainText } from '#core/content/tree/plain-markup.ts';
import { SurfError } from '#core/error.ts';
import { pageContent } from '#core/export/tables/page-content.ts';
import { UrlKey } from '#core/url/url-key.ts';
import { factsOfPage } from '#engine/pages/archived-facts.ts';
import {
  type ArchivedPage,
  type ArchivedTask,
  documentOf,
  findArchived,
  markdownOf,
  readArchived,
  textOf,
} from '#engine/pages/archived-page.ts';

const TEXT = 'text/plain';
const HTML = 'text/html';
const MARKDOWN = 'text/markdown';
const PARTS = ['body', 'text', 'headers', 'facts'] as const;

const read = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/pages/{key}',
  tags: ['executions'],
  operationId: 'readPage',
  summary: 'The archived answer of a URL',
  description:
    'If a tick of a collection kept the page, Surf gives the answer that an earlier tick fetched. A stranger’s server sent it, so Surf never gives it as something that a browser runs. The body is always `text/plain`; with `as=html` a page of HTML ' +
    'is `text/html` in a sandbox without scripts, forms, images or origin. With `as=markdown` it is the main text, with front matter, as the markdown export ' +
    'has it; a page of more than 1 Mi characters comes without structure.',
  request: {
    params: ByExecution.extend({
      key: described(UrlKey, {
        param: { name: 'key', in: 'path' },
        description: 'Key of the URL, as records and explain have it.',
        example: '0f115db062b7c0dd030b16878c99dea5',
      }),
    }),
    query: z.object({
      part: z.enum(PARTS).default('body').openapi({
        description:
          'Its body as it was, what there is to read in it, its status line and headers, or what an HTML page says of itself.',
      }),
      as: z
        .enum(['text', 'html', 'markdown'])
        .default('text')
        .openapi({ description: 'Form of the body, for `part=body`.' }),
      ...FIT_QUERY,
    }),
  },
  responses: {
    200: {
      description: 'The requested part.',
      content: {
        [TEXT]: { schema: z.string() },
        [HTML]: { schema: z.string() },
        [MARKDOWN]: { schema: z.string() },
        'application/json': { schema: z.union([ArchivedHead, PageFactsSchema]) },
      },
    },
    ...problems(400, 401, 404, 422, 429),
  },
});

/** Gives the page an opaque origin and forbids it to load, run, send or frame anything. */
const SANDBOX = "sandbox; default-src 'none'";

export function pageRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(read, async (c) => {
    const { id, key } = c.req.valid('param');
    const { part, as, ...fit } = c.req.valid('query');
    const amount = textAmountOf(fit);
    const row = await ownExecution(ports, c.get('caller'), id);
    const task = await findArchived(ports, row.id, key);
    const isMarkdown = part === 'body' && as === 'markdown';
    const isText = isMarkdown || part === 'text';
    const isFacts = part === 'facts';
    const { mostAnswerBytes } = ports.downloads;
    const mostRead = mostAnswerBytes === null ? null : isText || isFacts ? MOST_DOCUMENT : mostAnswerBytes;
    if (mostRead !== null && task.at.length > mostRead) return await tooLarge(c, ports, task);
    const page = await readArchived(ports, task);
    if (part === 'headers') return c.json(headOf(page), 200);
    if (isFacts) return c.json(factsJson(await factsOfPage(ports, { id: row.id, task, page })), 200);
    const document = isText ? await documentOf(page, ports.texts) : null;
    const body = isMarkdown
      ? readable(page, markdownOf(task, page, { ...amount, document }))
      : part === 'text'
        ? readable(page, document === null ? textOf(page) : plainOf(document))
        : page.body;
    if (mostAnswerBytes !== null && body.length > mostAnswerBytes) return await tooLarge(c, ports, task);
    c.header('Content-Security-Policy', SANDBOX);
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cross-Origin-Resource-Policy', 'same-origin');
    const type = isMarkdown ? MARKDOWN : part === 'body' && as === 'html' && page.isHtml ? HTML : TEXT;
    const charset = isText ? 'utf-8' : page.charset;
    return c.body(new Uint8Array(body), 200, { 'Content-Type': `${type}; charset=${charset}` });
  });
}

/** The text of a PDF without markup. */
function plainOf(document: MainText): string {
  const { head, text } = document;
  if (text !== 'none') return pageContent(document).text;
  throw new SurfError('FIELD_INVALID', `part: the text of this PDF cannot be read: ${head?.reason}`, {
    remedy: 'request part=body, or the archive with GET /v1/executions/{id}/exports/warc',
  });
}

/** @param text null when the page has none */
function readable(page: ArchivedPage, text: string | null): Uint8Array {
  if (text !== null) return Buffer.from(text);
  throw new SurfError('FIELD_INVALID', `part: the page has no text: its type is ${page.contentType?.slice(0, 100)}`, {
    remedy: 'ask for part=body or part=headers',
  });
}

/**
 * Answers with a link to the page's WARC record, a separate gzip member that clients can fetch
 * without the app.
 */
async function tooLarge(c: Context<ApiEnv>, { downloads }: ApiPorts, { at }: ArchivedTask): Promise<Response> {
  const link = await downloads.link(at.object, {
    fileName: `page${CHUNK_SUFFIX.warc}`,
    mediaType: 'application/gzip',
  });
  const error = new SurfError('ANSWER_TOO_LARGE', 'the archived answer is too large to be answered in one piece', {
    remedy: 'fetch the range that this problem names: the WARC record, as a separate gzip file',
  });
  if (link === null) return answerProblem(c, error);
  const range = `bytes=${at.offset}-${at.offset + at.length - 1}`;
  return answerProblem(c, error, { url: link.url, range, expiresAt: isoTime(link.expiresAt) });
}
