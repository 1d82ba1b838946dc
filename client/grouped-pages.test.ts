import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { ApiServer } from '#adapters/api/api-server.ts';
import { apiGroups } from '#client/grouped-pages.ts';
import type { ExecutionId } from '#core/model/ids.ts';

it('the client waits for groups of pages while a deployment makes them', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (asked.length < 3) {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify({ code: 'DUPLICATES_RUNNING', title: 'it is being made', status: 409 }));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/jsonl' });
    response.end('{"type":"summary","groups":1}\n{"type":"page","group":1,"url":"http://a.test/","of":null}\n');
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  try {
    const found: unknown[] = [];
    const request = { id: 'x1' as ExecutionId, query: { by: 'canonical' as const }, pauseMs: 1 };
    for await (const line of apiGroups(new ApiServer({ address: `http://127.0.0.1:${port}` }), request))
      found.push(line);

    expect(found).toEqual([{ group: 1, url: 'http://a.test/', of: null }]);
    expect(asked).toEqual(Array.from({ length: 3 }, () => '/v1/executions/x1/duplicates?by=canonical'));
  } finally {
    server.close();
  }
});
