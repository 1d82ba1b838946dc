import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { AwsClients } from '#adapters/aws/calls/aws-clients.ts';
import type { AwsNames } from '#adapters/aws/environment/names.env.ts';

/**
 * Writes every item of every table and every object of the bucket into files of `folder`, for a
 * search.
 * @returns how many there are
 */
export async function storedFiles(
  { dynamo, s3 }: Pick<AwsClients, 'dynamo' | 's3'>,
  names: AwsNames,
  folder: string,
): Promise<{ items: number; objects: number }> {
  const counts = { items: 0, objects: 0 };
  for (const table of [names.workflows, names.tasks, names.units, names.hosts]) {
    for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName: table })) {
      for (const item of Items) {
        const blobs = Object.values(item).flatMap(({ B }) => (B === undefined ? [] : [Buffer.from(B)]));
        writeFileSync(join(folder, `${table}-${counts.items}`), Buffer.concat([Buffer.from(textOf(item)), ...blobs]));
        counts.items += 1;
      }
    }
  }
  for await (const { Contents = [] } of paginateListObjectsV2({ client: s3 }, { Bucket: names.bucket })) {
    for (const { Key } of Contents) {
      const { Body } = await s3.send(new GetObjectCommand({ Bucket: names.bucket, Key }));
      writeFileSync(join(folder, `object-${counts.objects}`), (await Body?.transformToByteArray()) ?? '');
      counts.objects += 1;
    }
  }
  return counts;
}

const textOf = (item: object): string =>
  JSON.stringify(item, (_, value) => (value instanceof Uint8Array ? null : (value as unknown)));
