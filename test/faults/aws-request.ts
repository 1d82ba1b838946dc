import type { IncomingHttpHeaders } from 'node:http';

/** A request of an AWS client as it comes over the wire. */
export interface AwsRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** As AWS calls it: `PutItem`. */
  readonly operation: string;
  readonly isS3: boolean;
  /**
   * A write that is refused where something else is there by then, so that doing it late or twice
   * does no harm.
   */
  readonly isConditional: boolean;
}

export function awsRequest(parts: Pick<AwsRequest, 'method' | 'path' | 'headers' | 'body'>): AwsRequest {
  const target = String(parts.headers['x-amz-target'] ?? '');
  const isS3 = target === '';
  const operation = isS3 ? s3Operation(parts.method, parts.path) : target.slice(target.lastIndexOf('.') + 1);
  const isConditional =
    operation === 'TransactWriteItems' ||
    (isS3 ? parts.headers['if-none-match'] !== undefined : parts.body.includes('"ConditionExpression"'));
  return { ...parts, operation, isS3, isConditional };
}

/** Method and query name the operation of S3. */
function s3Operation(method: string, path: string): string {
  const query = new URL(path, 'http://s3').searchParams;
  const has = (name: string): boolean => query.has(name);
  if (method === 'PUT') return has('partNumber') ? 'UploadPart' : 'PutObject';
  if (method === 'HEAD') return 'HeadObject';
  if (method === 'DELETE') return has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  if (method === 'GET') return has('list-type') ? 'ListObjectsV2' : 'GetObject';
  if (has('delete')) return 'DeleteObjects';
  return has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
}
