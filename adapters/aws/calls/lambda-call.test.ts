import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { lambdaCall, lambdaEvent } from '#adapters/aws/calls/lambda-call.ts';

let server: Server;
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** A service that answers so. @returns how a client gets there */
async function serviceOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  server = createServer((request, response) => {
    request.resume();
    request.on('end', () => answer(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { region: 'us-east-1', endpoint, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
}

const callTo = async (answer: (response: ServerResponse) => void, timeoutMs = 30_000) =>
  lambdaCall({ ...(await serviceOf((_, response) => answer(response))), name: 'surf-main-preview', timeoutMs });

describe('a call of another function', () => {
  it('hands over an event and returns what the function returned', async () => {
    const call = await callTo((response) => response.writeHead(200).end('{"preview":1}'));

    expect(await call({ url: 'x' })).toEqual({ preview: 1 });
  });

  it('tells when the function failed, and nothing of its stack', async () => {
    const call = await callTo((response) =>
      response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end('{"errorMessage":"secret"}'),
    );

    await expect(call({})).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: 'function surf-main-preview failed',
    });
  });

  it.each([
    ['no function was free', 'STORE_THROTTLED', 429, 'TooManyRequestsException'],
    ['the service is broken', 'STORE_UNAVAILABLE', 500, 'ServiceException'],
  ])('tells when %s', async (_, code, status, type) => {
    const call = await callTo((response) =>
      response
        .writeHead(status, { 'x-amzn-errortype': type, 'content-type': 'application/json' })
        .end(`{"Type":"User","message":"${type}"}`),
    );

    await expect(call({})).rejects.toMatchObject({ code, retryable: true });
  });

  it('does not wait for ever, and is sent once', async () => {
    let asked = 0;
    const call = await callTo(() => {
      asked += 1;
    }, 300);

    await expect(call({})).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(asked).toBe(1);
  });
});

describe('an event for another function', () => {
  it('is handed over, and nothing is waited for', async () => {
    const types: unknown[] = [];
    const place = await serviceOf((request, response) => {
      types.push(request.headers['x-amz-invocation-type']);
      response.writeHead(202).end();
    });

    await lambdaEvent({ ...place, name: 'surf-main-finish', timeoutMs: 30_000 })({ run: 1 });

    expect(types).toEqual(['Event']);
  });
});
