import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv, ApiPorts, Defaults } from '#api/http/api-ports.ts';
import { archiveRoutes } from '#api/routes/results/archive.ts';
import { auditRoutes } from '#api/routes/results/audit.ts';
import { changeRoutes } from '#api/routes/results/changes.ts';
import { differenceRoutes } from '#api/routes/results/difference.ts';
import { downloadRoutes } from '#api/routes/results/downloads.ts';
import { exportRoutes } from '#api/routes/results/exports.ts';
import { externalCheckRoutes } from '#api/routes/results/external/external-check.ts';
import { externalRoutes } from '#api/routes/results/external/external-list.ts';
import { historyRoutes } from '#api/routes/results/history.ts';
import { linkRoutes } from '#api/routes/results/links.ts';
import { pageRoutes } from '#api/routes/results/pages.ts';
import { recordRoutes } from '#api/routes/results/records.ts';
import { taskRoutes } from '#api/routes/results/tasks.ts';
import { duplicateRoutes } from '#api/routes/results/texts/duplicates.ts';
import { searchRoutes } from '#api/routes/results/texts/search.ts';
import { topicsRoutes } from '#api/routes/results/texts/topics.ts';

/** Routes for the results of an execution: rows, pages, files. */
export function resultRoutes(app: OpenAPIHono<ApiEnv>, ports: ApiPorts, defaults?: Defaults): void {
  taskRoutes(app, ports);
  recordRoutes(app, ports);
  pageRoutes(app, ports);
  linkRoutes(app, ports);
  externalRoutes(app, ports);
  externalCheckRoutes(app, ports, defaults);
  downloadRoutes(app, ports);
  exportRoutes(app, ports);
  changeRoutes(app, ports);
  differenceRoutes(app, ports);
  historyRoutes(app, ports);
  auditRoutes(app, ports);
  duplicateRoutes(app, ports);
  searchRoutes(app, ports);
  topicsRoutes(app, ports);
  archiveRoutes(app, ports);
}
