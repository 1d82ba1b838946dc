import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { lambdaPlugin } from '#adapters/aws/calls/lambda-plugin.ts';
import type { Plugin } from '#core/plugin/plugin.ts';
import { pluginEvent } from '#core/plugin/plugin-event.ts';
import { pluginContract, pluginPage } from '#test/contract/suites/plugin.ts';
import { type LambdaAnswer, lambdaSandbox } from '#test/fakes/plugins/lambda-sandbox.ts';

const ARN = 'arn:aws:lambda:eu-central-1:123456789012:function:says:live';

let server: Server;

/** The plug-in of a Lambda service that answers so. */
async function pluginAt(answer: LambdaAnswer): Promise<Plugin> {
  server = createServer(async (request, response) => {
    const event = JSON.parse(await text(request)) as { title: string | null };
    await answer(event, response, decodeURIComponent(request.url ?? ''));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return lambdaPlugin({
    name: 'says',
    storesData: true,
    timeoutMs: 5_000,
    memoryMb: 1_024,
    functionArn: ARN,
    jitter: () => 0,
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}

async function close(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

pluginContract('a function of Lambda', async () => ({ plugin: await pluginAt(await lambdaSandbox()), close }));

describe('a plug-in that is a function', () => {
  afterEach(close);
  const ask = (plugin: Plugin, limitMs = 20_000) => plugin.call(pluginEvent('says', pluginPage('x'), '{}'), limitMs);
  const throttle = (response: ServerResponse) =>
    response
      .writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException', 'content-type': 'application/json' })
      .end('{"Type":"User"}');

  it('is called by its ARN, version included, and is waited for', async () => {
    const paths: string[] = [];
    const plugin = await pluginAt((_, response, path) => {
      paths.push(path);
      response.writeHead(200).end('{"fields":{"a":1}}');
    });

    expect(await ask(plugin)).toMatchObject({ ok: true, text: '{"fields":{"a":1}}' });
    expect(paths).toEqual([`/2015-03-31/functions/${ARN}/invocations`]);
  });

  it('is called again where Lambda had no room, while its time lasts', async () => {
    let calls = 0;
    const plugin = await pluginAt((_, response) => {
      calls += 1;
      if (calls < 3) throttle(response);
      else response.writeHead(200).end('{"fields":{}}');
    });

    expect(await ask(plugin)).toMatchObject({ ok: true });
    expect(calls).toBe(3);
    calls = Number.NEGATIVE_INFINITY;
    expect(await ask(plugin, 250)).toMatchObject({ ok: false, fault: 'timeout' });
  });

  it('that Lambda ended is a timeout', async () => {
    const told =
      '{"errorType":"Sandbox.Timedout","errorMessage":"RequestId: 1 Error: Task timed out after 3.00 seconds"}';
    const plugin = await pluginAt((_, response) => {
      response.writeHead(200, { 'x-amz-function-error': 'Unhandled' }).end(told);
    });

    expect(await ask(plugin)).toMatchObject({ ok: false, fault: 'timeout' });
  });

  it.each([
    [404, 'ResourceNotFoundException'],
    [403, 'AccessDeniedException'],
    [500, 'ServiceException'],
  ])('that cannot be called (%i) is a failure that names no account', async (status, type) => {
    let calls = 0;
    const plugin = await pluginAt((_, response) => {
      calls += 1;
      response
        .writeHead(status, { 'x-amzn-errortype': type, 'content-type': 'application/json' })
        .end(`{"message":"${ARN} says no"}`);
    });

    expect(await ask(plugin)).toEqual({
      ok: false,
      fault: 'failed',
      message: `its function could not be called: ${type}`,
      ms: 0,
    });
    expect(calls).toBe(1);
  });
});
