import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { auditRoute } from '#api/routes/audit.ts';
import { blocklistRoutes } from '#api/routes/blocklist.ts';
import { keyRoutes } from '#api/routes/keys.ts';
import { usageRoutes } from '#api/routes/usage.ts';
import { userRoutes } from '#api/routes/users.ts';

/** Accounts, keys and rights (S15, S16). */
export function accountRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts): void {
  usageRoutes(app, ports);
  userRoutes(app, ports);
  keyRoutes(app, ports);
  blocklistRoutes(app, ports);
  auditRoute(app, ports);
}
