import { DescribeTableCommand, type DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, type S3Client } from '@aws-sdk/client-s3';

export interface ImportClients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
  readonly lambda: LambdaClient;
}

/** As far as it is read here. */
export interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
}

/** What CloudFormation is told about what it imports: logical ids, and by what they are known. */
export type ImportMapping = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What stays when a stack is deleted, and the property that names it. */
const NAMED: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::S3::Bucket': 'BucketName',
};

/**
 * Tables and bucket of a template that exist already: an earlier deployment has left them, or they
 * were restored. Those that the stack has are among them; CDK leaves them out.
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

/** Is the stack there, as far as its functions tell? @param prefix e.g. `surf-main` */
export const isDeployed = ({ lambda }: ImportClients, prefix: string): Promise<boolean> =>
  isThere(lambda.send(new GetFunctionConfigurationCommand({ FunctionName: `${prefix}-api` })));

const hasTable = (dynamo: DynamoDBClient, TableName: string): Promise<boolean> =>
  isThere(dynamo.send(new DescribeTableCommand({ TableName })));

/** 403 is somebody else's, which CloudFormation could not import either. */
const hasBucket = (s3: S3Client, Bucket: string): Promise<boolean> =>
  isThere(s3.send(new HeadBucketCommand({ Bucket })));

async function isThere(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    if (error instanceof Error && ['NotFound', 'NoSuchBucket', 'ResourceNotFoundException'].includes(error.name))
      return false;
    throw error;
  }
}
