import { createApp } from '#api/app.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import { openApiOf } from '#api/openapi.ts';

/**
 * The description as it is committed in `api/openapi.json`: two spaces, and a line feed at the end.
 */
export function description(): string {
  // Registering a route describes it. No request is answered, so the ports stay empty.
  const app = createApp({} as ApiPorts, { identify: () => Promise.reject(new Error('nobody asks')), version: '' });
  return `${JSON.stringify(openApiOf(app), null, 2)}\n`;
}
