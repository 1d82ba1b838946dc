import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/api-ports.ts';
import { problems } from '#api/problem.ts';
import { ownExecution } from '#api/routes/executions.ts';
import { ByExecution } from '#api/schemas/by-id.ts';
import { Verification, verificationOf } from '#api/schemas/verification.ts';
import { SurfError } from '#core/error.ts';
import { verify } from '#engine/verify.ts';

/** What a function can read within one request. */
const MOST_DEPLOYED_BYTES = 256 * 1024 * 1024;

const check = createRoute({
  method: 'post',
  path: '/v1/executions/{id}/verification',
  tags: ['executions'],
  operationId: 'verifyExecution',
  summary: 'Recompute every figure from the log',
  description:
    'Reads everything that the execution archived and compares what it adds up to with what is shown. Changes nothing. A deployment does it for up to ' +
    '256 MB of pages.',
  request: { params: ByExecution },
  responses: {
    200: {
      description: 'What was found; `holds` is the verdict.',
      content: { 'application/json': { schema: Verification } },
    },
    ...problems(400, 401, 404, 409, 422, 429),
  },
});

export function verificationRoute(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  app.openapi(check, async (c) => {
    const row = await ownExecution(ports, c.get('caller'), c.req.valid('param').id);
    if (row.status === 'deleting') {
      throw new SurfError('STATE_CONFLICT', `execution ${row.id} is deleting: it cannot be verified`, {
        remedy: 'there is nothing to be done',
      });
    }
    if (ports.downloads.mostAnswerBytes !== null && row.bytes > MOST_DEPLOYED_BYTES) {
      throw new SurfError('ANSWER_TOO_LARGE', 'the execution has more than can be read within one request', {
        remedy: 'surf export --format warc fetches every file and checks its digest',
      });
    }
    return c.json(verificationOf(row.id, await verify(ports, row.id)), 200);
  });
}
