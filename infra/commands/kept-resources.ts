import { DescribeTableCommand, type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';

export interface ImportClients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly lambda: LambdaClient;
}

/** The parts of a template that this module reads. */
export interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

/** CloudFormation's mapping for an import: logical ids, and their identifying properties. */
export type ImportMapping = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Types of resources that remain when a stack is deleted, and the property that names each. */
const NAMED: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
};

/**
 * Existing tables and bucket of a template: an earlier deployment left them, or they were restored.
 * Includes those of the stack; CDK leaves them out.
 */
export async function importMapping(clients: ImportClients, { Resources }: Template): Promise<ImportMapping> {
  const named = Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const property = NAMED[Type];
    const name: unknown = property === undefined ? undefined : (Properties as Record<string, unknown>)[property];
    return property !== undefined && typeof name === 'string' ? [{ id, property, name }] : [];
  });
  const there = await Promise.all(
    named.map(({ property, name }) =>
      property === 'TableName' ? hasTable(clients.dynamo, name) : hasBucket(clients.s3, name),
    ),
  );
  const kept = named.filter((_, n) => there[n]);
  return Object.fromEntries(kept.map(({ id, property, name }) => [id, { [property]: name }]));
}

/**
 * The environment of the stack's function `api`: the names of its tables and bucket are among these
 * words. Null if there is no such function, and so no stack.
 * @param prefix e.g. `surf-main`
 */
export async function wordsOfStack(
  { lambda }: Pick<ImportClients, 'lambda'>,
  prefix: string,
): Promise<ReadonlySet<string> | null> {
  const answer = await foundOrNull(lambda.send(new GetFunctionConfigurationCommand({ FunctionName: `${prefix}-api` })));
  return answer === null ? null : new Set(Object.values(answer.Environment?.Variables ?? {}));
}

/** The names of a mapping that the stack does not have yet. */
export const newNames = (mapping: ImportMapping, ofStack: ReadonlySet<string> | null): string[] =>
  Object.values(mapping)
    .flatMap((by) => Object.values(by))
    .filter((name) => ofStack?.has(name) !== true);

const hasTable = (dynamo: DynamoDBClient, TableName: string): Promise<boolean> =>
  isThere(dynamo.send(new DescribeTableCommand({ TableName })));

/**
 * True if the bucket exists. Throws on 403: the bucket is somebody else's, and CloudFormation could
 * not import it either.
 */
const hasBucket = (s3: S3Client, Bucket: string): Promise<boolean> =>
  isThere(s3.send(new HeadBucketCommand({ Bucket })));

const isThere = async (request: Promise<object>): Promise<boolean> => (await foundOrNull(request)) !== null;

async function foundOrNull<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    if (error instanceof Error && ['NotFound', 'NoSuchBucket', 'ResourceNotFoundException'].includes(error.name))
      return null;
    throw error;
  }
}
