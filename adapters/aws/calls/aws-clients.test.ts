import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ListStateMachinesCommand } from '@aws-sdk/client-sfn';
import { afterEach, describe, expect, it } from 'vitest';
import { type AwsClientOptions, type AwsClients, awsClients } from '#adapters/aws/calls/aws-clients.ts';
import { failureKind } from '#adapters/aws/calls/failure.ts';

const OPTIONS = { region: 'eu-west-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } };

describe('awsClients', () => {
  const open: (() => void)[] = [];
  afterEach(() => {
    for (const close of open.splice(0)) close();
  });

  /** A service with scripted answers, and its clients. */
  const bench = async (
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    options: Partial<AwsClientOptions> = {},
  ): Promise<AwsClients & { requests: string[]; sockets: () => number }> => {
    let sockets = 0;
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      request.resume().on('end', () => answer(request, response));
    });
    server.on('connection', () => {
      sockets += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clients = awsClients({ ...OPTIONS, endpoint: `http://127.0.0.1:${port}`, ...options });
    open.push(
      () => clients.close(),
      () => server.closeAllConnections(),
      () => server.close(),
    );
    return { ...clients, requests, sockets: () => sockets };
  };
  const item = new GetItemCommand({ TableName: 't', Key: { pk: { S: 'a' } } });
  const empty = (_: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end('{}');
  };

  it('keep one connection alive for call after call, of all three services', async () => {
    const { dynamo, sfn, requests, sockets } = await bench(empty);

    for (let call = 0; call < 5; call++) await dynamo.send(item);
    await sfn.send(new ListStateMachinesCommand({}));

    expect([requests.length, sockets()]).toEqual([6, 1]);
  });

  it('open no more connections than allowed; more calls wait', async () => {
    const slow = (request: IncomingMessage, response: ServerResponse): void => {
      setTimeout(() => empty(request, response), 20);
    };
    const { dynamo, requests, sockets } = await bench(slow, { connections: 3 });

    await Promise.all(Array.from({ length: 12 }, () => dynamo.send(item)));

    expect([requests.length, sockets()]).toEqual([12, 3]);
  });

  it('try once, so that nothing is sent that is not counted', async () => {
    const { dynamo, requests } = await bench((_, response) => response.writeHead(500).end('{}'));

    const error = await dynamo.send(item).catch((thrown: unknown) => thrown);

    expect([failureKind(error), requests.length]).toEqual(['broken', 1]);
  });

  it('give up on a service that does not answer', async () => {
    const { dynamo } = await bench(() => undefined, { requestTimeoutMs: 50 });

    const error = await dynamo.send(item).catch((thrown: unknown) => thrown);

    expect(failureKind(error)).toBe('lost');
  });

  it('take an answer that breaks off for lost', async () => {
    const { dynamo } = await bench((_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"Item":{"pk"', () => response.destroy());
    });

    const error = await dynamo.send(item).catch((thrown: unknown) => thrown);

    expect(failureKind(error)).toBe('lost');
  });

  it('name the bucket in the path where an endpoint is given, whose host names may not resolve', async () => {
    const { s3, requests } = await bench((_, response) => response.writeHead(200).end());

    await s3.send(new PutObjectCommand({ Bucket: 'archive', Key: 'executions/x/1', Body: 'a' }));

    expect(requests).toEqual(['PUT /archive/executions/x/1?x-id=PutObject']);
  });
});
