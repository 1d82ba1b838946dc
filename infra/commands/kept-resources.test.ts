import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { newNames, wordsOfStack } from './kept-resources.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Lambda, which has the function `surf-main-api` alone. */
async function lambdaWith(variables: Record<string, string>): Promise<LambdaClient> {
  const server = createServer(({ url }, response) => {
    const isKnown = url?.includes('/surf-main-api/') === true;
    response.writeHead(isKnown ? 200 : 404, {
      'content-type': 'application/json',
      ...(!isKnown && { 'x-amzn-errortype': 'ResourceNotFoundException' }),
    });
    response.end(
      JSON.stringify(isKnown ? { Environment: { Variables: variables } } : { Message: 'Function not found' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return new LambdaClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
}

describe('tables that a deployment takes in', () => {
  const mapping = {
    Workflows: { TableName: 'surf-main-workflows-restored' },
    Tasks: { TableName: 'surf-main-tasks' },
  };

  it('are those that the stack does not have yet', async () => {
    const lambda = await lambdaWith({
      SURF_WORKFLOWS_TABLE: 'surf-main-workflows',
      SURF_TASKS_TABLE: 'surf-main-tasks',
    });

    const names = newNames(mapping, await wordsOfStack({ lambda }, 'surf-main'));

    expect(names).toEqual(['surf-main-workflows-restored']);
  });

  it('are none where the stack has all of them under other names than the usual ones already', async () => {
    const lambda = await lambdaWith({ A: 'surf-main-workflows-restored', B: 'surf-main-tasks' });

    expect(newNames(mapping, await wordsOfStack({ lambda }, 'surf-main'))).toEqual([]);
  });

  it('are all that are there without a stack', async () => {
    const lambda = await lambdaWith({});

    const names = newNames(mapping, await wordsOfStack({ lambda }, 'surf-other'));

    expect(names).toEqual(['surf-main-workflows-restored', 'surf-main-tasks']);
  });
});
