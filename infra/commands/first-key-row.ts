import { createHash, randomBytes } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { FIRST_KEY_ROW } from '../../adapters/aws/environment/first-key.env.ts';
import { ENVIRONMENT, PARTITION_KEY, SORT_KEY } from '../../adapters/aws/environment/names.env.ts';

export interface FirstKeyClients {
  readonly lambda: LambdaClient;
  readonly dynamo: DynamoDBClient;
}

const KEY_BYTES = 30;
const KEY = { [PARTITION_KEY]: { S: FIRST_KEY_ROW.partition }, [SORT_KEY]: { S: FIRST_KEY_ROW.sort } };

/** A new key; or, as its text is kept nowhere, when the present one was made. */
export type FirstKey = { readonly key: string } | { readonly since: Date };

/**
 * Makes the first key of a deployment, and stores its digest only.
 * @param of.prefix e.g. `surf-main`
 * @param of.isReplaced true: another key takes the place of the present one
 * @throws errors of the SDK: no such deployment, no right to write its table
 */
export async function makeFirstKey(
  clients: FirstKeyClients,
  of: { readonly prefix: string; readonly isReplaced: boolean },
): Promise<FirstKey> {
  const key = `surf_${randomBytes(KEY_BYTES).toString('base64url')}`;
  const put = new PutItemCommand({
    TableName: await tableOf(clients, of.prefix),
    Item: {
      ...KEY,
      [FIRST_KEY_ROW.hash]: { S: createHash('sha256').update(key).digest('hex') },
      [FIRST_KEY_ROW.createdAt]: { N: String(Date.now()) },
    },
    ...(!of.isReplaced && { ConditionExpression: `attribute_not_exists(${PARTITION_KEY})` }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await clients.dynamo.send(put);
    return { key };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { since: new Date(Number(error.Item?.[FIRST_KEY_ROW.createdAt]?.N)) };
  }
}

/** Removes the first key, which opens nothing from then on. @throws errors of the SDK */
export async function removeFirstKey(clients: FirstKeyClients, prefix: string): Promise<void> {
  await clients.dynamo.send(new DeleteItemCommand({ TableName: await tableOf(clients, prefix), Key: KEY }));
}

/** The function that answers the API knows the table, which may have any name. */
async function tableOf({ lambda }: FirstKeyClients, prefix: string): Promise<string | undefined> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: `${prefix}-api` }));
  return Environment?.Variables?.[ENVIRONMENT.workflows];
}
