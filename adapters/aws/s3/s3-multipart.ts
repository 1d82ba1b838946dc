import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { AwsCalls } from '#adapters/aws/calls/aws-calls.ts';

export interface Upload {
  readonly client: S3Client;
  readonly calls: AwsCalls;
  readonly place: { readonly Bucket: string; readonly Key: string };
  readonly metadata: Readonly<Record<string, string>>;
  readonly timeout: { readonly requestTimeout: number };
}

/** S3 takes parts from 5 MiB on, except for the last, and at most 10,000 of them: 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;
const PARTS_AT_ONCE = 4;

const ONE_PUT = { use: { puts: 1 } };

/**
 * Puts a large object, part by part. The object appears with the last request, if its key is still
 * free. The parts of a failed upload stay for a day, until the bucket's lifecycle rule deletes
 * them: aborting the upload would need another permission, and can fail too.
 *
 * @throws PreconditionFailed, the error of S3, if the key is taken
 */
export async function putInParts(upload: Upload, data: readonly Uint8Array[]): Promise<void> {
  const { client, calls, place, metadata, timeout } = upload;
  const { UploadId = '' } = await calls.send({
    operation: 'CreateMultipartUpload',
    target: place.Bucket,
    ...ONE_PUT,
    attempt: () => client.send(new CreateMultipartUploadCommand({ ...place, Metadata: { ...metadata } })),
  });
  const tags = await sendParts(upload, UploadId, data);
  const MultipartUpload = { Parts: tags.map((ETag, i) => ({ PartNumber: i + 1, ETag })) };
  const input = { ...place, UploadId, MultipartUpload, IfNoneMatch: '*' };
  const complete = calls.send({
    operation: 'CompleteMultipartUpload',
    target: place.Bucket,
    ...ONE_PUT,
    attempt: () => client.send(new CompleteMultipartUploadCommand(input), timeout),
  });
  await complete.catch(takenWhenGone);
}

/**
 * A missing upload: an earlier try completed it and its answer got lost. The object names its
 * writer, and the caller reads that.
 */
function takenWhenGone(error: Error): never {
  if (error.name !== 'NoSuchUpload') throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { name: 'PreconditionFailed' });
}

/** @returns the tags of the parts, in order */
async function sendParts({ client, calls, place, timeout }: Upload, UploadId: string, data: readonly Uint8Array[]) {
  const parts = [...slices(data)];
  const tags = new Array<string>(parts.length).fill('');
  const queue = parts.entries();
  const lane = async (): Promise<void> => {
    for (const [i, Body] of queue) {
      const input = { ...place, UploadId, PartNumber: i + 1, Body };
      const { ETag = '' } = await calls.send({
        operation: 'UploadPart',
        target: place.Bucket,
        use: { puts: 1, bytesSent: Body.byteLength },
        attempt: () => client.send(new UploadPartCommand(input), timeout),
      });
      tags[i] = ETag;
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, lane));
  for (const end of lanes) if (end.status === 'rejected') throw end.reason;
  return tags;
}

/** The data in pieces of `PART_BYTES`, the last one smaller. */
function* slices(data: readonly Uint8Array[]): Generator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const part of data) {
    for (let start = 0; start < part.byteLength; ) {
      const piece = part.subarray(start, start + PART_BYTES - bytes);
      held.push(piece);
      bytes += piece.byteLength;
      start += piece.byteLength;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(held, bytes);
      held = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}
