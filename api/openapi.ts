import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from '#api/http/api-ports.ts';
import { DEFINITION_PARTS } from '#api/schemas/workflow.ts';

const ABOUT = `The crawler's REST API. Times are ISO 8601 UTC; lists give \`items\` and \`next\`, which is the cursor of the next page or null.
Errors are \`application/problem+json\` with a code that is never renamed and a remedy. Send \`Authorization: Bearer\` with a token of the
configured issuer, or \`X-Api-Key\`; a server on 127.0.0.1 without issuer needs neither.`;

/**
 * The description of every route, made from the schemas that check requests.
 * @param base the path under which callers see the API
 */
export function openApiOf(app: OpenAPIHono<ApiEnv>, base = '/'): object {
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Surf',
      version: 'v1',
      description: ABOUT,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: base }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: [
      { name: 'workflows', description: 'Definitions of crawls.' },
      { name: 'executions', description: 'Runs of workflows, and what they found.' },
      { name: 'schedules', description: 'When executions of a workflow start.' },
      {
        name: 'notifications',
        description: 'Webhooks that Surf calls when something happens to executions of a workflow.',
      },
      { name: 'accounts', description: 'Users, keys, usage, and the blocklist.' },
      { name: 'service', description: 'The service itself.' },
    ],
  });
  return {
    ...document,
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, ...DEFINITION_PARTS },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  };
}
