import {
  DeleteTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import {
  AbortMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { TABLES } from '../../adapters/aws/environment/names.env.ts';

export interface Clients {
  readonly dynamo: DynamoDBClient;
  readonly s3: S3Client;
}

/** A resource that remains when the stack is deleted. */
export interface Kept {
  readonly kind: 'table' | 'bucket';
  readonly name: string;
  readonly bytes: number;
  /** Cost of its storage at list price. */
  readonly usdPerMonth: number;
}

const GIGABYTE = 1024 ** 3;
/**
 * us-east-1, read 2026-08-31 and 2026-09-06: a GB-month of DynamoDB, of its point-in-time recovery,
 * and of S3 Standard.
 */
const TABLE_USD = 0.25;
const RECOVERY_USD = 0.2;
const BUCKET_USD = 0.023;

type TableName = keyof typeof TABLES;

/** The deployment whose data is searched for. */
export interface KeptOf {
  /** Prefix of its names, e.g. `surf-main`. */
  readonly prefix: string;
  readonly region: string;
  /** Resources with a name other than the default. @default none */
  readonly names?: Readonly<Partial<Record<TableName | 'archive', string | null>>>;
}

/**
 * Finds the data of a deployment: tables by name, the bucket of this region by the beginning and
 * end of its name.
 */
export async function keptData(clients: Clients, of: KeptOf): Promise<Kept[]> {
  const tables = (Object.keys(TABLES) as TableName[]).map((table) =>
    keptTable(clients.dynamo, { name: of.names?.[table] ?? `${of.prefix}-${table}`, table }),
  );
  return [...(await Promise.all(tables)).flat(), ...(await keptBuckets(clients.s3, of))];
}

async function keptTable(dynamo: DynamoDBClient, of: { name: string; table: TableName }): Promise<Kept[]> {
  const { name, table } = of;
  try {
    const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: name }));
    const bytes = Table?.TableSizeBytes ?? 0; // some hours old
    const usd = TABLE_USD + (TABLES[table].control ? RECOVERY_USD : 0);
    return [{ kind: 'table', name, bytes, usdPerMonth: (bytes / GIGABYTE) * usd }];
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return [];
    throw error;
  }
}

async function keptBuckets(s3: S3Client, of: KeptOf): Promise<Kept[]> {
  const { Buckets = [] } = await s3.send(new ListBucketsCommand({}));
  const { archive = null } = of.names ?? {};
  const isOurs = (name: string): boolean =>
    archive === null ? name.startsWith(`${of.prefix}-archive-`) && name.endsWith(`-${of.region}`) : name === archive;
  const names = Buckets.flatMap(({ Name = '' }) => (isOurs(Name) ? [Name] : []));
  const kept: Kept[] = [];
  for (const name of names) {
    let bytes = 0;
    for await (const page of objectsOf(s3, name)) bytes += page.reduce((sum, { size }) => sum + size, 0);
    kept.push({ kind: 'bucket', name, bytes, usdPerMonth: (bytes / GIGABYTE) * BUCKET_USD });
  }
  return kept;
}

/** Deletes it irrevocably. */
export async function deleteKept(clients: Clients, { kind, name }: Kept): Promise<void> {
  if (kind === 'table') {
    await clients.dynamo.send(new DeleteTableCommand({ TableName: name }));
    return;
  }
  for await (const page of objectsOf(clients.s3, name)) {
    const Objects = page.map(({ key }) => ({ Key: key }));
    const { Errors = [] } = await clients.s3.send(
      new DeleteObjectsCommand({ Bucket: name, Delete: { Objects, Quiet: true } }),
    );
    const [error] = Errors;
    if (error !== undefined) throw new Error(`${name}: ${Errors.length} objects stay (${error.Message})`);
  }
  const { Uploads = [] } = await clients.s3.send(new ListMultipartUploadsCommand({ Bucket: name }));
  for (const { Key, UploadId } of Uploads)
    await clients.s3.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
  await clients.s3.send(new DeleteBucketCommand({ Bucket: name }));
}

/** All objects, page by page. */
async function* objectsOf(s3: S3Client, Bucket: string): AsyncGenerator<{ key: string; size: number }[]> {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({ Bucket, ...(ContinuationToken !== undefined && { ContinuationToken }) }),
    );
    const { Contents = [] } = page;
    if (Contents.length > 0) yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}
