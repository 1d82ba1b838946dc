import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { described } from '#api/schemas/described.ts';
import { Paging } from '#api/schemas/paging.ts';
import { MOST_DAYS } from '#core/external/check-document.ts';
import { CheckState } from '#core/external/external-check.ts';
import { CheckCounts, ExternalRegister } from '#core/external/external-link.ts';
import { ExternalState } from '#core/scope/external/external-rules.ts';
import { listExternal } from '#engine/external/list-external.ts';

const State = described(ExternalState, 'ExternalState');
const Check = described(CheckState, 'CheckState');
const Filter = described(z.enum([...ExternalState.options, ...CheckState.options]), 'ExternalFilter');

const LinkCheck = z
  .object({
    state: Check,
    status: z
      .int()
      .nullable()
      .openapi({ description: 'HTTP status, of the last target of redirects; null: no answer came.' }),
    reason: z.string().nullable().openapi({ description: 'Why it is dead or unknown; null: alive.' }),
    at: z.iso.datetime(),
    since: z.iso.datetime().openapi({ description: 'The first answer of this state, without another between.' }),
    execution: z.string().openapi({ description: 'The execution that requested it.' }),
  })
  .openapi('LinkCheck');

const ExternalLink = z
  .object({
    url: z.string(),
    state: State,
    rule: z.string().nullable().openapi({ description: 'The pattern or host name that decided; null: none did.' }),
    firstSeenAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    execution: z.string().openapi({ description: 'The last execution that found the link.' }),
    from: z.string().nullable().openapi({
      description: 'The page of it that links there first; null: a sitemap does, or the execution is deleted.',
    }),
    check: LinkCheck.nullable().openapi({ description: 'The last answer to a request; null: none was sent.' }),
  })
  .openapi('ExternalLink');

const Page = z
  .object({
    register: ExternalRegister.pick({ links: true, leftOut: true })
      .extend({ execution: z.string(), at: z.iso.datetime(), checks: CheckCounts })
      .nullable()
      .openapi({
        description:
          'The execution that left the register, when it began, links by state, links by their last answer, and new ones that found no room; null: none did yet.',
      }),
    items: z.array(ExternalLink),
    next: z.string().nullable(),
  })
  .openapi('ExternalPage');

const list = createRoute({
  method: 'get',
  path: '/v1/executions/{id}/external',
  tags: ['executions'],
  operationId: 'listExternal',
  summary: 'The register of external links',
  description:
    'Links that left the scope, of this execution and of those that it is based on, with the state that `external.allowed` and `external.banned` gave ' +
    'them, and the answers of a check. Until the execution ends, Surf shows the register with which it began. A page may be short, or empty, before the last.',
  request: {
    params: ByExecution,
    query: Paging.extend({
      state: Filter.optional().openapi({
        description: 'The decision of the rules, or the result of the last request.',
      }),
      host: z.string().max(300).optional().openapi({ description: 'Host name, with or without port.' }),
      dueDays: z.coerce
        .number()
        .int()
        .min(0)
        .max(MOST_DAYS)
        .optional()
        .openapi({ description: 'Only links that are not banned and had no request for so many days.' }),
    }),
  },
  responses: {
    200: { description: 'A page.', content: { 'application/json': { schema: Page } } },
    ...problems(400, 401, 404, 422, 429),
  },
});

export function externalRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(list, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    const { limit, next, state, host, dueDays } = c.req.valid('query');
    const { items, ...page } = await listExternal(ports, row, {
      limit,
      ...(next !== undefined && { next }),
      ...(state !== undefined && { state }),
      ...(host !== undefined && { host }),
      ...(dueDays !== undefined && { dueDays }),
    });
    return c.json({ ...page, items: [...items] }, 200);
  });
}
