import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import { boundsOf, checkRights } from '#api/http/admission/admission.ts';
import { settingsFor } from '#api/http/admission/start-workflow.ts';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { problems } from '#api/http/problem.ts';
import { Settings } from '#api/routes/executions.ts';
import { withUserAgent } from '#api/routes/workflows.ts';
import { described } from '#api/schemas/described.ts';
import { Estimate } from '#core/estimate/estimate.ts';
import { estimateCrawl } from '#core/estimate/estimate-crawl.ts';
import { patternsOf } from '#core/identity/account-store.ts';
import type { Caller } from '#core/identity/caller.ts';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import type { Workflow } from '#core/workflow/workflow.ts';

const Request = z
  .strictObject({
    workflow: z
      .record(z.string(), z.unknown())
      .openapi({ description: 'A WorkflowDefinition, saved or not.', example: { seeds: ['https://example.org/'] } }),
    settings: Settings.optional().openapi({
      description: 'Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody.',
    }),
  })
  .openapi('EstimateRequest');

const estimateOne = createRoute({
  method: 'post',
  path: '/v1/estimate',
  tags: ['workflows'],
  operationId: 'estimate',
  summary: 'Estimate pages, time and cost of a workflow before it runs',
  description:
    'Reads robots.txt, sitemaps and a random sample of pages now, as slowly as a crawl: about 40 requests and 20 seconds at most. Every figure is a range, and says what its bounds are derived from. Nothing is stored.',
  request: { body: { required: true, content: { 'application/json': { schema: Request } } } },
  responses: {
    200: {
      description: 'The estimate; a site that Surf cannot fetch is not an error of the request.',
      content: { 'application/json': { schema: described(Estimate, 'Estimate') } },
    },
    ...problems(400, 401, 403, 413, 422, 429, 503),
  },
});

export function estimateRoute(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  app.openapi(estimateOne, async (c) => {
    const caller = c.get('caller');
    const asked = c.req.valid('json');
    const given = checkWorkflow(withUserAgent(asked.workflow, defaults));
    const settings = settingsFor(caller, asked.settings, defaults);
    checkRights(caller, given.politeness.robots);
    const workflow = withinRole(caller, given);
    const blocklist = await patternsOf(ports.accounts);
    const sample = await ports.sample({ workflow, settings, blocklist });
    return c.json(estimateCrawl(workflow, sample, ports.prices ?? null), 200);
  });
}

/**
 * The workflow within the limits of the caller's role, as a start would run it.
 * @throws SurfError ROLE_LIMIT
 */
function withinRole(caller: Caller, workflow: Workflow): Workflow {
  const { limits, parallelism = workflow.parallelism } = boundsOf(caller, workflow);
  return { ...workflow, parallelism, limits: { ...workflow.limits, ...limits } as Workflow['limits'] };
}
